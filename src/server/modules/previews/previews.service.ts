/** The viewer of a preview, and the token that defines the preview. */
import { createHash } from 'node:crypto';
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type PreviewInput, previewedModules } from '../../../contract/admin/previews.ts';
import type { ResourceShape } from '../../../contract/admin/resource.ts';
import { instant } from '../../../contract/instants.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { seal, unseal } from '../../security/sealed.ts';
import { tokenHash } from '../../security/token.ts';
import { sessions } from '../accounts/accounts.tables.ts';
import { setEntered, startSession } from '../accounts/sessions.service.ts';
import { insertAccount } from '../accounts/users.service.ts';
import { insertPlanPeriod, listPlans } from '../plans/plans.service.ts';
import { addPreviewProfile } from '../profiles/profiles.service.ts';

/** Lifetime of a preview's address. */
const ttlMs = 3_600_000;
const dayMs = 86_400_000;
const purpose = 'preview';
/** Longer than any valid token. */
const maxTokenLength = 1000;

/** Claims of a token. The token is sealed: only this service can make and read it. */
const claims = z.object({
  id: z.uuid(),
  staff_session_id: z.uuid(),
  who: z.enum(['guest', 'adult', 'child']),
  plan: z.boolean(),
  age: z.number().nullable(),
  locale: z.enum(['ko', 'en']),
  country: z.string(),
  at: instant.nullable(),
  release_id: z.uuid().nullable(),
  expires_at: instant,
});
export type PreviewClaims = z.output<typeof claims>;

/**
 * Whether a staff member may preview. This needs the permission to read something that viewers see. A content
 * partner's staff may not preview, because they would see titles of all partners.
 */
export const mayPreview = ({ may, contentPartnerId }: StaffMember): boolean =>
  contentPartnerId === null && previewedModules.some((module) => may(module, 'read'));

/** Fields of records that apply from an instant on and have no window, by resource. */
const beginnings: Partial<Record<string, string>> = {
  'plan-prices': 'starts_at',
  'page-versions': 'effective_from',
};

/**
 * Hides records that open between now and the previewed instant, of resources that the staff member may not
 * fully read. Otherwise a preview would reveal future titles to a staff member who only writes notices. Runs
 * in the transaction of a preview.
 */
export async function hideWhatComes(
  context: Pick<Context, 'registries'>,
  tx: Queryable,
  {
    now,
    at,
    mayRead,
  }: { now: Date; at: Date; mayRead(shape: Pick<ResourceShape, 'record' | 'module'>): boolean },
): Promise<void> {
  if (at <= now) return;
  const comes = (instant: SQLWrapper) => sql`${instant} > ${now} and ${instant} <= ${at}`;
  const updates = [...resourcesOf(context).values()].flatMap(({ shape, table, options, columnOf }) => {
    const [published, opens, begins] = [
      columnOf('published'),
      columnOf('available_from'),
      columnOf(beginnings[shape.name] ?? ''),
    ];
    if (options.isReadOnly || mayRead(shape)) return [];
    if (published && opens)
      return [sql`update ${table} set published = false where ${published} and ${comes(opens)}`];
    // The same shift for all records keeps the instants of a plan or a page distinct.
    return begins
      ? [
          sql`update ${table} set ${sql.identifier(begins.name)} = ${begins} + interval '1000 years' where ${comes(begins)}`,
        ]
      : [];
  });
  if (updates.length === 0) return;
  const named = updates.map((update, at) => sql`${sql.identifier(`hidden_${at}`)} as (${update})`);
  await tx.execute(sql`with ${sql.join(named, sql`, `)} select 1`);
}

/** A token for an hour. It ends earlier with the session of the requesting staff member. */
export function makePreviewToken(
  { config, now }: Pick<Context, 'config' | 'now'>,
  staff: StaffMember,
  input: PreviewInput,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now().getTime() + ttlMs);
  const said: PreviewClaims = {
    id: newId(),
    staff_session_id: staff.sessionId,
    ...input,
    expires_at: expiresAt.toISOString(),
  };
  return { token: seal(config.secret, purpose, Buffer.from(JSON.stringify(said))), expiresAt };
}

/** Claims of a token. Fails with `preview_ended` if the token is invalid or expired. */
export function readPreviewToken(
  { config, now }: Pick<Context, 'config' | 'now'>,
  token: string,
): PreviewClaims {
  if (token.length > maxTokenLength) fail('preview_ended');
  let said: PreviewClaims;
  try {
    said = claims.parse(JSON.parse(unseal(config.secret, purpose, token).toString()));
  } catch {
    return fail('preview_ended');
  }
  if (new Date(said.expires_at) <= now()) fail('preview_ended');
  return said;
}

/** An id that is the same in every request of a preview. The app sends it as its profile id. */
function lastingId({ id }: PreviewClaims, what: string): string {
  const hash = createHash('sha256').update(`${id} ${what}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Profile id of the preview viewer. Null for a guest. */
export const previewProfileId = (said: PreviewClaims): string | null =>
  said.who === 'guest' ? null : lastingId(said, said.who);

/**
 * Creates a household with plan, profiles and a signed-in device. Returns the device's token, or undefined
 * for a guest. The rows are ordinary rows, so that the calls and the entitlement rule need no case for
 * previews. Runs in the transaction of a preview.
 */
export async function makeOnlooker(context: Context, said: PreviewClaims): Promise<string | undefined> {
  if (said.who === 'guest') return undefined;
  const now = context.now();
  const [plan] = said.plan ? await listPlans(context) : [];
  return context.db.transaction(async (tx) => {
    const { householdId, userId } = await insertAccount(
      tx,
      {
        username: `preview-${said.id}`,
        email: `${said.id}@preview.invalid`,
        phone: null,
        passwordHash: null,
        locale: said.locale,
        termsAgreedAt: now,
      },
      now,
    );
    if (said.plan) {
      await insertPlanPeriod(tx, {
        householdId,
        planId: plan?.id ?? null,
        startsAt: new Date(now.getTime() - dayMs),
        endsAt: new Date(now.getTime() + 30 * dayMs),
      });
    }
    const names =
      said.locale === 'ko' ? { adult: '보호자', child: '어린이' } : { adult: 'Grown-up', child: 'Child' };
    await addPreviewProfile(tx, householdId, { id: lastingId(said, 'adult'), name: names.adult, age: null });
    if (said.who === 'child')
      await addPreviewProfile(tx, householdId, {
        id: lastingId(said, 'child'),
        name: names.child,
        age: said.age,
      });
    const token = await startSession(
      tx,
      context,
      { id: userId, householdId },
      { device: 'web', deviceName: 'Preview', address: '', country: said.country },
    );
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.tokenHash, tokenHash(token)));
    await setEntered(tx, must(session, 'session').id, lastingId(said, said.who));
    return token;
  });
}
