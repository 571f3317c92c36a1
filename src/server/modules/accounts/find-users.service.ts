/** Finds customers among very many, for staff: by a part of the username, or by an e-mail address or telephone number as a whole. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { isId } from '../../db/columns.ts';
import { searched } from '../../db/search-text.ts';
import { users } from './accounts.tables.ts';

/** Users with this e-mail address, in either case. */
export const hasEmail = (email: string): SQL =>
  eq(sql`lower(${users.email})`, email.normalize('NFC').trim().toLowerCase());

/** Users with this telephone number: in E.164, or as it is dialled in Korea or North America. */
export function hasPhone(phone: string): SQL {
  const digits = phone.replaceAll(/\D/g, '');
  const national = digits.replace(/^0/, '');
  const numbers = phone.trim().startsWith('+')
    ? [`+${digits}`]
    : [`+82${national}`, `+1${national}`, `+${digits}`];
  return sql`${users.phone} = any(${sql.param(numbers)}::text[])`;
}

/** Users whose name holds a text. Trigrams need three letters: fewer are its beginning. */
export function isNamed(text: string): SQL {
  const name = text.normalize('NFKC').trim().toLowerCase();
  if ([...name].length >= 3) return searched([users.username], name);
  return and(gte(users.username, name), lt(users.username, `${name}\u{10ffff}`)) as SQL;
}

/** The users whom a search means, by what they are found by; undefined: the text is no such thing. */
export const findsUsers = {
  id: (text: string) => (isId(text.trim()) ? eq(users.id, text.trim()) : undefined),
  household: (text: string) => (isId(text.trim()) ? eq(users.householdId, text.trim()) : undefined),
  email: (text: string) => (text.includes('@') ? hasEmail(text) : undefined),
  phone: (text: string) =>
    /^\+?[\d\s().-]{7,}$/.test(text.trim()) && !isId(text.trim()) ? hasPhone(text) : undefined,
  username: (text: string) => (text.includes('@') || isId(text.trim()) ? undefined : isNamed(text)),
} satisfies Record<string, (text: string) => SQL | undefined>;

/**
 * So many people a search may mean beside whatever else it finds: more are refused (`boundedIds`), and whoever asks can filter by what they
 * are called, which has no bound.
 */
export const ofSearch = { most: 2500, field: 'q' } as const;
