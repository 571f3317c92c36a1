/**
 * Personal data, declared per table by the module that owns it. A declaration states how erasure treats the
 * rows, and in which section of a user's downloadable copy they appear. A test compares the declarations with
 * the database.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '../../contract/errors.ts';
import type { Core } from '../core.ts';
import { registryKey } from '../registries.ts';
import { type Queryable, queryRows, type Transaction } from './client.ts';

/** The owner of the data. */
export interface DataOwner {
  userId: string;
  householdId: string;
  /** Language of titles, headings and the enclosed note. */
  locale: Locale;
}

/** Section of a copy: a table file, and a list in the JSON file. */
export interface CopySection {
  /** File name without extension, and property name in the JSON. */
  name: string;
  ko: string;
  en: string;
  /** Selected columns and their headings, in the order of the file. */
  columns: Record<string, readonly [ko: string, en: string]>;
  query(owner: DataOwner): SQL;
}

/** Treatment of a table's rows. */
interface PersonalTable {
  /**
   * `delete`: by its `user_id`, `profile_id` or `household_id`. `with_parent`: by the foreign key of a row
   * that is deleted. `anonymise`: the row stays, with these columns emptied. `keep`: the row stays as it is,
   * for this reason.
   */
  erasure: 'delete' | 'with_parent' | { anonymise: readonly string[] } | { keep: string };
  /** Column with an email address, by which rows without a user are deleted. */
  emailColumn?: string;
  /** Section of the copy with its rows, or the reason why there is none. */
  copy: string | { none: string };
}

/** The subject of an erasure. */
interface Erased {
  userId: string;
  householdId: string;
  email: string;
  /** The user is the last one of the household, which is erased too. */
  isLast: boolean;
}

/** Context of an erasure. */
type Erasing = Pick<Core, 'config' | 'now'>;

/** A module's declaration. */
export interface PersonalData {
  /** Treatment by table name in the database. */
  tables: Record<string, PersonalTable>;
  sections?: readonly CopySection[];
  /** Files of a copy: rows with `file`, the name in the archive, and `key`, the storage key. */
  files?(owner: DataOwner): SQL;
  /** Erases other data, such as files and log entries. Called while the rows still exist. */
  erase?(tx: Transaction, erased: Erased, context: Erasing): Promise<void>;
}

/** The declarations of all modules. */
export const personalData = registryKey<readonly PersonalData[]>('personal data', () => []);

/** Tables whose rows are deleted last, along with the rows that refer to them. */
export const erasedLast = ['accounts_users', 'accounts_households', 'profiles'];

/** Erases or anonymizes the rows of a user, and those of the household if the user is its last one. */
export async function erasePersonalData(
  tx: Transaction,
  declared: readonly PersonalData[],
  erased: Erased,
  context: Erasing,
): Promise<void> {
  for (const { erase } of declared) await erase?.(tx, erased, context);
  const tables = declared.flatMap((own) => Object.entries(own.tables)).sort(([a], [b]) => (a < b ? -1 : 1));
  const owners = await ownerColumns(tx);
  for (const [name, { erasure, emailColumn }] of tables) {
    if (emailColumn)
      await tx.execute(
        sql`delete from ${sql.identifier(name)} where lower(${sql.identifier(emailColumn)}) = ${erased.email.toLowerCase()}`,
      );
    if (erasedLast.includes(name) || erasure === 'with_parent') continue;
    if (typeof erasure === 'object' && 'keep' in erasure) continue;
    const { columns: own = [], isOfProfile } = owners.get(name) ?? {};
    const { userId, householdId, isLast } = erased;
    // An array allows an index scan together with the other conditions. A subquery would scan the whole table.
    const profilesOf = sql`any(array(select id from profiles where household_id = ${householdId}))`;
    const whose = [
      ...(own.includes('user_id') ? [sql`user_id = ${userId}`] : []),
      ...(isLast && own.includes('profile_id') ? [sql`profile_id = ${profilesOf}`] : []),
      ...(isLast && own.includes('household_id') && !isOfProfile ? [sql`household_id = ${householdId}`] : []),
    ];
    if (whose.length === 0) continue;
    const table = sql.identifier(name);
    const where = sql.join(whose, sql` or `);
    if (erasure === 'delete') await tx.execute(sql`delete from ${table} where ${where}`);
    else {
      const emptied = erasure.anonymise.map((column) => sql`${sql.identifier(column)} = null`);
      await tx.execute(sql`update ${table} set ${sql.join(emptied, sql`, `)} where ${where}`);
    }
  }
}

interface OwnerColumns {
  columns: string[];
  /** Rows are deleted with their profile. The household has no other rows than those of its profiles. */
  isOfProfile: boolean;
}

/** Columns that identify the owner of a row, by table. */
async function ownerColumns(db: Queryable): Promise<Map<string, OwnerColumns>> {
  const rows = await queryRows<{ name: string } & OwnerColumns>(
    db,
    sql`
    select c.relname as name, array_agg(a.attname::text) as columns,
      bool_or(a.attname = 'profile_id' and a.attnotnull and exists (select from pg_constraint k
        where k.conrelid = c.oid and k.confrelid = 'profiles'::regclass and k.confdeltype = 'c')) as "isOfProfile"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('user_id', 'profile_id', 'household_id') and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'uuid'::regtype
    group by c.relname`,
  );
  return new Map(rows.map(({ name, ...own }) => [name, own]));
}

/** Heading of a column in both languages. */
export const column = (ko: string, en: string) => [ko, en] as const;
/** Columns shared by several sections. */
export const shared = {
  profile: column('프로필', 'Profile'),
  title: column('제목', 'Title'),
  episode: column('회차', 'Episode'),
  position_seconds: column('본 위치(초)', 'Position (seconds)'),
  duration_seconds: column('길이(초)', 'Length (seconds)'),
};

/** Joins of a section's table `t`: its profile in the household, its title, its episode. */
export const joins = {
  ofProfiles: (householdId: string) =>
    sql`join profiles p on p.id = t.profile_id and p.household_id = ${householdId}`,
  title: sql`left join catalog_programmes c on c.id = t.programme_id`,
  episode: sql`left join catalog_episodes e on e.id = t.episode_id`,
};
