/** The first account for the office of a new service. */
import { hkdfSync } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { everyPermission } from '../../../contract/admin/permissions.ts';
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { hashPassword, verifyPassword } from '../../security/passwords.ts';
import { roles, staff } from './staff.tables.ts';

const username = 'admin';

/**
 * The password is derived from the secret, so that every node and every start derives the same one until the owner has chosen
 * their own.
 */
function firstPassword(secret: string): string {
  const buffer = hkdfSync('sha256', secret, 'maru', 'first administrator', 15);
  const letters = new Secret({ buffer }).base32;
  return letters.toLowerCase().replace(/.{6}(?=.)/g, '$&-');
}

/**
 * Makes `admin`, who has all permissions, where there is no staff yet. Returns the credentials until that person has chosen a
 * password of their own; nothing afterwards.
 */
export async function ensureAdministrator({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<{ username: string; password: string } | undefined> {
  const password = firstPassword(config.secret);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff_administrators', 0))`);
    const [first, another] = await tx.select().from(staff).limit(2);
    if (another || (first && !(first.username === username && first.passwordGiven))) return undefined;
    if (!first) {
      const [role] = await tx
        .insert(roles)
        .values({ nameKo: '관리자', nameEn: 'Administrator', permissions: everyPermission })
        .returning({ id: roles.id });
      await tx.insert(staff).values({
        username,
        name: '관리자',
        passwordHash: await hashPassword(password),
        passwordGiven: true,
        roleId: must(role, 'role').id,
      });
      return { username, password };
    }
    // The secret has changed: the old derived password is lost, and the owner has not chosen one yet.
    if (!(await verifyPassword(first.passwordHash, password)))
      await tx
        .update(staff)
        .set({ passwordHash: await hashPassword(password) })
        .where(eq(staff.id, first.id));
    return { username, password };
  });
}
