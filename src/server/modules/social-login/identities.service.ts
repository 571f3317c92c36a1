/** The services that sign in to an account: seeing, connecting and disconnecting them. */
import { and, asc, eq } from 'drizzle-orm';
import type { LinkedAccount } from '../../../contract/account/social-login.ts';
import type { ProviderName } from '../../../contract/providers.ts';
import type { IdentityProviders } from '../../adapters/identity-providers/open.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import { users } from '../accounts/accounts.tables.ts';
import { requireProof } from '../accounts/owner.service.ts';
import { requireAnotherWayIn } from '../accounts/ways-in.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { identities, visits } from './social-login.tables.ts';
import { type Arrival, beginVisit, redeemCode } from './visits.service.ts';

/** The services that sign in to the user's account, in the order in which they were connected. */
export async function listIdentities({ db }: Context, { id }: SignedInUser): Promise<LinkedAccount[]> {
  const rows = await db
    .select()
    .from(identities)
    .where(eq(identities.userId, id))
    .orderBy(asc(identities.createdAt), asc(identities.id));
  return rows.map((row) => ({
    provider: row.provider,
    email: row.email ?? '',
    connected_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Remembers who a user is at a service. Fails when somebody else is that, or the user has another of its accounts connected. */
export async function addIdentity(
  tx: Queryable,
  context: Pick<Context, 'now'>,
  { userId, provider, subject, email }: Pick<Arrival, 'provider' | 'subject' | 'email'> & { userId: string },
): Promise<void> {
  const now = context.now();
  const added = await tx
    .insert(identities)
    .values({ userId, provider, subject, email, lastUsedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: identities.id });
  if (added.length > 0) return;
  const [own] = await tx
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
  fail(own ? 'provider_taken' : 'identity_taken');
}

/** Begins to connect a service: what signs in to an account is changed only after a proof. */
export async function beginConnecting(
  context: Context,
  providers: IdentityProviders,
  provider: ProviderName,
  user: SignedInUser,
  address: string,
): Promise<{ token: string; url: string }> {
  await requireProof(context, user);
  const [own] = await context.db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, provider)));
  if (own) fail('provider_taken');
  return beginVisit(context, providers, provider, { address, user });
}

/** Connects the service that the user has come back from, in the session that went there. */
export async function finishConnecting(
  context: Context,
  token: string | undefined,
  code: string,
  user: SignedInUser,
): Promise<ProviderName> {
  await requireProof(context, user);
  const visit = await redeemCode(context, token, code, user);
  await context.db.transaction(async (tx) => {
    await addIdentity(tx, context, { ...visit, userId: user.id });
    await tx.delete(visits).where(eq(visits.id, visit.id));
    const [row] = await tx.select().from(users).where(eq(users.id, user.id));
    if (!row) fail('login_required');
    const values = { at: context.now(), provider: visit.provider };
    await queueMail(tx, context, {
      to: row.email,
      userId: row.id,
      locale: row.locale,
      template: 'way_in_added',
      values,
    });
  });
  return visit.provider;
}

/** Disconnects a service. */
export async function disconnect(
  context: Context,
  user: SignedInUser,
  provider: ProviderName,
): Promise<void> {
  await requireProof(context, user);
  await context.db.transaction(async (tx) => {
    const row = await requireAnotherWayIn(tx, context, user.id, provider);
    const removed = await tx
      .delete(identities)
      .where(and(eq(identities.userId, user.id), eq(identities.provider, provider)))
      .returning({ id: identities.id });
    if (removed.length === 0) fail('not_found');
    const values = { at: context.now(), provider };
    await queueMail(tx, context, {
      to: row.email,
      userId: row.id,
      locale: row.locale,
      template: 'way_in_removed',
      values,
    });
  });
}
