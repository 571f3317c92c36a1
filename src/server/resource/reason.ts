import { errorTable, type Locale } from '../../contract/errors.ts';
import { fieldText, fill } from '../../contract/messages.ts';
import type { CallError } from '../errors.ts';

/** Why something was refused, in words: in general, and by field. */
export const presentReason = (
  { code, values, fields }: Pick<CallError, 'code' | 'values' | 'fields'>,
  locale: Locale,
) => ({
  message: fill(errorTable[code][locale], values),
  errors: Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => [
      field,
      problems.map(({ message, values }) => fieldText(field, message, locale, values)),
    ]),
  ),
});
