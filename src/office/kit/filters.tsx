/** The filters above a list. Each is always there: what may be asked is seen at once. */
import {
  AutocompleteInput,
  DateInput,
  type RaRecord,
  ReferenceInput,
  SearchInput,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import { useMay } from './access.ts';
import { useAskableOf } from './hidden-fields.ts';
import { recordName } from './reference-name.tsx';

export interface FilterProps {
  source: string;
  /** Read by react-admin: its list asks for it at once. */
  alwaysOn?: boolean;
}

/** Search by a part of a name. */
export function SearchFilter({ source }: FilterProps) {
  const label = useTranslate()('ra.action.search');
  return (
    <SearchInput
      source={source}
      alwaysOn
      resettable
      slotProps={{ htmlInput: { 'aria-label': label } }}
      sx={{ width: { xs: '100%', sm: 220 } }}
    />
  );
}

/** One of a few values, or all of them. */
export function ChoiceFilter({
  source,
  choices,
  label,
}: FilterProps & { choices: readonly { id: string; text: TextKey }[]; label?: string }) {
  const text = useText();
  return (
    <SelectInput
      source={source}
      {...(label ? { label } : {})}
      choices={choices.map((choice) => ({ id: choice.id, name: text(choice.text) }))}
      translateChoice={false}
      helperText={false}
      sx={{ minWidth: 132 }}
    />
  );
}

/** One of some named values that are already in the language. */
export function NamedFilter({
  source,
  choices,
}: FilterProps & { choices: readonly { id: string; name: string }[] }) {
  return (
    <SelectInput
      source={source}
      choices={[...choices]}
      translateChoice={false}
      helperText={false}
      sx={{ minWidth: 132 }}
    />
  );
}

/**
 * Another record, of the resource `reference`; nothing for whoever may not read such records. The list's own resource is what
 * react-admin gives every filter as its `resource`.
 */
export function RecordFilter({
  source,
  reference,
  filter = {},
}: FilterProps & { reference: OfficeResource; filter?: Record<string, unknown> }) {
  const locale = useOfficeLocale();
  const mayRead = useMay('read', reference);
  const among = useAskableOf(reference, filter);
  if (!mayRead) return null;
  return (
    <ReferenceInput source={source} reference={reference} filter={among} perPage={50}>
      <AutocompleteInput
        optionText={(record: RaRecord) => recordName(record, locale)}
        filterToQuery={(q: string) => (q ? { q } : {})}
        helperText={false}
        sx={{ minWidth: { xs: 0, sm: 180 } }}
      />
    </ReferenceInput>
  );
}

/** A whole text. */
export function TextFilter({ source }: FilterProps) {
  return <TextInput source={source} resettable helperText={false} sx={{ width: { xs: '100%', sm: 150 } }} />;
}

/** A day. */
export function DayFilter({ source }: FilterProps) {
  return <DateInput source={source} helperText={false} sx={{ width: { xs: '100%', sm: 150 } }} />;
}
