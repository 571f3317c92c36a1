/** Finds customers among very many, for staff: by a part of the username, or by an e-mail address or telephone number as a whole. */
import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
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

/** Users whom a search means. */
export function isMeant(text: string): SQL {
  const wanted = text.trim();
  if (isId(wanted)) return or(eq(users.id, wanted), eq(users.householdId, wanted)) as SQL;
  if (wanted.includes('@')) return hasEmail(wanted);
  if (/^\+?[\d\s().-]{7,}$/.test(wanted)) return or(hasPhone(wanted), isNamed(wanted)) as SQL;
  return isNamed(wanted);
}

/** So many people a search may mean where what hangs on them is looked for: whoever means more has to write more of the name. */
const maxPeople = 1000;

/** The ids of the users of a condition, found before anything else. */
export const idsOf = (condition: SQL): SQL =>
  sql`array(select ${users.id} from ${users} where ${condition} limit ${maxPeople})`;
