import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';

/** Fails, naming the field, when something is to be shown in a country where the service is not. */
export function checkRegions(
  { config }: Pick<Context, 'config'>,
  regions: string[] | null | undefined,
): void {
  if (regions?.some((country) => !config.servedCountries.includes(country)))
    failField('regions', 'region_not_served');
}
