import {
  AutocompleteArrayInput,
  AutocompleteInput,
  type RaRecord,
  ReferenceArrayInput,
  ReferenceInput,
} from 'react-admin';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import type { OfficeResource } from '../names.ts';
import { useMay } from './access.ts';
import { useAskableOf } from './hidden-fields.ts';
import { useReadOnly } from './read-only.ts';
import { recordName } from './reference-name.tsx';
import { useRules } from './rules.ts';

interface ReferenceProps {
  source: string;
  resource: OfficeResource;
  filter?: Record<string, unknown>;
  isRequired?: boolean;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  /** How a choice reads, where its name alone does not say enough. */
  optionText?: (record: RaRecord) => string;
}

const search = (q: string) => (q ? { q } : {});

/** Another record, found by typing a part of its name in either language; nothing for whoever may not read such records. */
export function RecordInput({
  source,
  resource,
  filter = {},
  isRequired = false,
  sort,
  optionText,
}: ReferenceProps) {
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const validate = useRules(source, isRequired);
  const mayRead = useMay('read', resource);
  const among = useAskableOf(resource, filter);
  if (!mayRead) return null;
  return (
    <ReferenceInput
      source={source}
      reference={resource}
      filter={among}
      perPage={25}
      {...(sort ? { sort } : {})}
    >
      <AutocompleteInput
        fullWidth
        optionText={optionText ?? ((record: RaRecord) => recordName(record, locale))}
        filterToQuery={search}
        validate={validate}
        readOnly={readOnly}
        helperText={false}
      />
    </ReferenceInput>
  );
}

/** Several other records; nothing for whoever may not read such records. */
export function RecordsInput({
  source,
  resource,
  label,
}: Pick<ReferenceProps, 'source' | 'resource'> & { label?: string }) {
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const mayRead = useMay('read', resource);
  if (!mayRead) return null;
  return (
    <ReferenceArrayInput source={source} reference={resource} perPage={100}>
      <AutocompleteArrayInput
        fullWidth
        {...(label ? { label } : {})}
        optionText={(record: RaRecord) => recordName(record, locale)}
        filterToQuery={search}
        defaultValue={[]}
        readOnly={readOnly}
        helperText={false}
      />
    </ReferenceArrayInput>
  );
}
