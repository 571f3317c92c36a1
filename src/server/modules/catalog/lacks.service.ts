/** How records say what they lack. */
import type { Lack } from '../../../contract/admin/fields.ts';

/** What is lacked, in the order in which it is said. */
export const lackList = (lacking: Partial<Record<Lack, boolean>>): Lack[] =>
  (['language', 'artwork', 'captions', 'video'] as const).filter((what) => lacking[what]);

/** Whether a text is there in one language alone, or, when it is wanted, in none. */
export const isUntold = (ko: string, en: string, isWanted: boolean): boolean =>
  isWanted ? ko === '' || en === '' : (ko === '') !== (en === '');
