import { Autocomplete, Chip, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { CheckboxGroupInput, useInput, useResourceContext, useTranslateLabel } from 'react-admin';
import type { Locale } from '../../contract/errors.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { type Choice, Tag } from './chips.tsx';
import type { Field } from './field.tsx';
import { custom } from './fields.tsx';
import { useReadOnly } from './read-only.ts';

function ChoicesInput({ source, choices }: { source: string; choices: Record<string, Choice> }) {
  const text = useText();
  return (
    <CheckboxGroupInput
      source={source}
      choices={Object.entries(choices).map(([id, choice]) => ({ id, name: text(choice.text) }))}
      defaultValue={Object.keys(choices)}
      translateChoice={false}
      disabled={useReadOnly()}
      helperText={false}
    />
  );
}

function ChoiceTags({ chosen, choices }: { chosen: readonly string[]; choices: Record<string, Choice> }) {
  const text = useText();
  // All of them is no news.
  if (chosen.length === Object.keys(choices).length) return null;
  return chosen.map((each) => {
    const choice = choices[each];
    return choice && <Tag key={each} label={text(choice.text)} sx={{ mr: 0.5 }} />;
  });
}

/** Several of a few values, at first all of them. */
export function choices<R>(
  source: { [K in keyof R]-?: R[K] extends string[] ? K : never }[keyof R] & string,
  named: Record<string, Choice>,
  { from }: { from?: 'sm' | 'md' | 'lg' | 'xl' } = {},
): Field<R> {
  const of = (record: R) => record[source] as string[];
  return custom<R>(source, {
    input: <ChoicesInput source={source} choices={named} />,
    column: {
      sort: false,
      ...(from ? { from } : {}),
      cell: (record) => <ChoiceTags chosen={of(record)} choices={named} />,
      exported: {},
    },
    log: (value, { text }) =>
      Array.isArray(value)
        ? value
            .map((each) => (named[String(each)] ? text((named[String(each)] as Choice).text) : each))
            .join(', ')
        : undefined,
  });
}

const nameOfCountry = (country: string, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;

/** Countries of the service; none chosen: all of them. */
function RegionsInput() {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const resource = useResourceContext();
  const label = useTranslateLabel()({ source: 'regions', ...(resource ? { resource } : {}) });
  const { field, fieldState } = useInput({ source: 'regions', defaultValue: null });
  const { data } = useQuery({
    queryKey: ['regions'],
    queryFn: () => api('GET /api/admin/regions'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = (field.value as string[] | null | undefined) ?? [];
  return (
    <Autocomplete
      multiple
      fullWidth
      size="small"
      readOnly={readOnly}
      options={data?.data ?? []}
      value={chosen}
      onChange={(_event, countries) => field.onChange(countries.length > 0 ? countries : null)}
      getOptionLabel={(country) => nameOfCountry(country, locale)}
      renderValue={(countries, itemProps) =>
        countries.map((country, index) => {
          const { key, ...props } = itemProps({ index });
          return <Chip key={key} size="small" label={nameOfCountry(country, locale)} {...props} />;
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={Boolean(fieldState.error)}
          helperText={fieldState.error?.message ?? text('regions.all')}
        />
      )}
    />
  );
}

/** The countries where something may be shown. */
export function regions<R extends { regions: string[] | null }>(): Field<R> {
  return custom<R>('regions' as keyof R & string, {
    input: <RegionsInput />,
    log: (value, { locale }) =>
      Array.isArray(value)
        ? value.map((country) => nameOfCountry(String(country), locale)).join(', ')
        : undefined,
  });
}
