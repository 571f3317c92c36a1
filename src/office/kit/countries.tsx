/** Countries of the service: chosen, and called by their names. */
import { Autocomplete, Chip, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useInput, useResourceContext, useTranslateLabel } from 'react-admin';
import type { Locale } from '../../contract/errors.ts';
import { api } from '../api.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { useReadOnly } from './read-only.ts';

const nameOfCountry = (country: string, locale: Locale): string => {
  // What is no code of a country stays as it is.
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
};

/** What some countries are called, by their codes. */
export const namesOfCountries = (countries: readonly unknown[], locale: Locale): string =>
  countries.map((country) => nameOfCountry(String(country), locale)).join(', ');

export function CountryNames({ countries }: { countries: readonly string[] }) {
  return <>{namesOfCountries(countries, useOfficeLocale())}</>;
}

/** Several countries of the service; null where none is chosen. */
export function CountriesInput({ source, label, hint }: { source: string; label?: string; hint?: string }) {
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const resource = useResourceContext();
  const own = useTranslateLabel()({ source, ...(resource ? { resource } : {}) });
  const { field, fieldState } = useInput({ source, defaultValue: null });
  const { data } = useQuery({
    queryKey: ['regions'],
    queryFn: () => api('GET /api/admin/regions'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // react-admin says '' where there is nothing.
  const chosen: string[] = Array.isArray(field.value) ? field.value : [];
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
          label={label ?? own}
          error={Boolean(fieldState.error)}
          helperText={fieldState.error?.message ?? hint}
        />
      )}
    />
  );
}
