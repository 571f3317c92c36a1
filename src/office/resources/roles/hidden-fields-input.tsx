import { Autocomplete, TextField } from '@mui/material';
import { use } from 'react';
import { useInput } from 'react-admin';
import type { HiddenFields } from '../../../contract/admin/permissions.ts';
import { entities, useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { DeclaredResources } from '../../kit/declared-resources.ts';
import { useReadOnly } from '../../kit/read-only.ts';

interface Option {
  resource: string;
  field: string;
  /** What is hidden by it: the field, and the one that shows what it names. */
  fields: string[];
}

/** The fields that a role may not read, chosen from all that the office has. */
export function HiddenFieldsInput() {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName();
  const declared = use(DeclaredResources);
  const { field } = useInput({ source: 'hidden_fields', defaultValue: {} });
  const hidden = (field.value ?? {}) as HiddenFields;
  const options = Object.entries(declared).flatMap(([resource, own]) =>
    Object.entries(own?.facts ?? {}).map(
      ([name, { shown }]): Option => ({ resource, field: name, fields: shown ? [name, shown] : [name] }),
    ),
  );
  const chosen = options.filter((option) => hidden[option.resource]?.includes(option.field));
  const nameOf = ({ resource, field: name }: Option) =>
    `${entities[resource]?.[locale] ?? resource}: ${declared[resource]?.facts[name]?.label?.[locale] ?? fieldName(name)}`;
  return (
    <Autocomplete
      multiple
      fullWidth
      options={options}
      value={chosen}
      readOnly={useReadOnly()}
      groupBy={({ resource }) => entities[resource]?.[locale] ?? resource}
      getOptionLabel={nameOf}
      getOptionKey={({ resource, field: name }) => `${resource} ${name}`}
      isOptionEqualToValue={(a, b) => a.resource === b.resource && a.field === b.field}
      onChange={(_event, next) => {
        const value: HiddenFields = {};
        for (const { resource, fields } of next) value[resource] = [...(value[resource] ?? []), ...fields];
        field.onChange(value);
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={text('roles.hidden_fields')}
          helperText={text('roles.hidden_fields_hint')}
        />
      )}
    />
  );
}
