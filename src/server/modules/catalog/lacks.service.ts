/** How records say what they lack. */
import { type Lack, lack } from '../../../contract/admin/fields.ts';

/** What is lacked, in the order in which it is said. */
export const lackList = (lacking: Partial<Record<Lack, boolean>>): Lack[] =>
  lack.options.filter((what) => lacking[what]);

/** Whether a text is there in one language alone. */
export const isUntranslated = (ko: string, en: string): boolean => (ko === '') !== (en === '');

/** Missing texts of a record with a synopsis. */
export const lacksOfSynopsis = (ko: string, en: string): Partial<Record<Lack, boolean>> => ({
  synopsis: ko === '' && en === '',
  language: isUntranslated(ko, en),
});
