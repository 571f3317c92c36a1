/** What may be wrong with what a form's fields hold: the contract's rules in its texts, as react-admin asks for them. */
import type { Validator } from 'react-admin';
import { type FieldProblem, fieldText } from '../../contract/messages.ts';
import { rules } from '../../contract/rules.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';

/** Answers what is wrong with an entry, or null; what is not known is asked about as ''. */
export type Rule = (entry: string) => FieldProblem | null;

/** Spaces alone are nothing: the call would leave them out. */
const required: Rule = (entry) => rules.required(entry.trim());

/**
 * That a number is within its bounds; `unit` is what one of the number shown is in what is kept. It is said at the field, in the page's
 * language and with whatever else is wrong: bounds given to the browser stop the form with a text of its own, of one field alone.
 */
export const within =
  (min: number, max = Number.POSITIVE_INFINITY, unit = 1): Rule =>
  (entry): FieldProblem | null => {
    const shown = Number(entry) / unit;
    if (entry === '') return null;
    if (shown < min) return { message: 'min_number', values: { min } };
    if (shown > max) return { message: 'max_number', values: { max } };
    return null;
  };

/** A field's rules in their order, of which the first that is broken is said. One that has to be filled in is marked so. */
export function useRules(source: string, isRequired: boolean, more: Rule[] = []): Validator {
  const locale = useOfficeLocale();
  const asked = isRequired ? [required, ...more] : more;
  const validator = (value: unknown) => {
    const entry = String(value ?? '');
    for (const rule of asked) {
      const problem = rule(entry);
      if (problem) return fieldText(source, problem.message, locale, problem.values);
    }
    return undefined;
  };
  return Object.assign(validator, { isRequired });
}
