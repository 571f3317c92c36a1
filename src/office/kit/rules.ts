/** What may be wrong with what a form's fields hold: the contract's rules in its texts, as react-admin asks for them. */
import type { Validator } from 'react-admin';
import { type FieldProblem, fieldText } from '../../contract/messages.ts';
import { rules } from '../../contract/rules.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';

/** Answers what is wrong with an entry, or null; what is not known is asked about as ''. */
export type Rule = (entry: string) => FieldProblem | null;

/** Spaces alone are nothing: the call would leave them out. */
const required: Rule = (entry) => rules.required(entry.trim());

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
