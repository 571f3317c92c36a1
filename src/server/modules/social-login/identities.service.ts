/** The services that are sign-in methods of an account: listing, connecting and disconnecting them. */
import { and, asc, eq } from 'drizzle-orm';
import type { LinkedAccount } from '../../../contract/account/social-login.ts';
import type { ProviderName } from '../../../contract/providers.ts';
import type { IdentityProviders } from '../../adapters/identity-providers/open.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { users } from '../accounts/accounts.tables.ts';
import { requireReauthentication } from '../accounts/reauthentication.service.ts';
import { requireAnotherMethod } from '../accounts/sign-in-methods.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { beginAuthorization, type ReturnedAuthorization, redeemCode } from './authorizations.service.ts';
import { authorizations, identities } from './social-login.tables.ts';

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

/**
 * Stores a user's identity at a service. Fails when it belongs to another user, or the user has connected another account of that
 * service.
 */
export async function addIdentity(
  tx: Queryable,
  context: Pick<Context, 'now'>,
  {
    userId,
    provider,
    subject,
    email,
  }: Pick<ReturnedAuthorization, 'provider' | 'subject' | 'email'> & { userId: string },
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

/** Begins to connect a service: sign-in methods are changed only after re-authentication. */
export async function beginConnecting(
  context: Context,
  providers: IdentityProviders,
  provider: ProviderName,
  user: SignedInUser,
  address: string,
): Promise<{ token: string; url: string }> {
  await requireReauthentication(context, user);
  const [own] = await context.db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, user.id), eq(identities.provider, provider)));
  if (own) fail('provider_taken');
  return beginAuthorization(context, providers, provider, { address, user });
}

/** Connects the service that the user has returned from, in the session that began it. */
export async function finishConnecting(
  context: Context,
  token: string | undefined,
  code: string,
  user: SignedInUser,
): Promise<ProviderName> {
  await requireReauthentication(context, user);
  const authorization = await redeemCode(context, token, code, user);
  await context.db.transaction(async (tx) => {
    await addIdentity(tx, context, { ...authorization, userId: user.id });
    await tx.delete(authorizations).where(eq(authorizations.id, authorization.id));
    const [row] = await tx.select().from(users).where(eq(users.id, user.id));
    if (!row) fail('login_required');
    const values = { at: context.now(), provider: authorization.provider };
    await queueMail(tx, context, {
      to: row.email,
      userId: row.id,
      locale: row.locale,
      template: 'sign_in_method_added',
      values,
    });
  });
  return authorization.provider;
}

/** Disconnects a service. */
export async function disconnect(
  context: Context,
  user: SignedInUser,
  provider: ProviderName,
): Promise<void> {
  await requireReauthentication(context, user);
  await context.db.transaction(async (tx) => {
    const row = await requireAnotherMethod(tx, context, user.id, provider);
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
      template: 'sign_in_method_removed',
      values,
    });
  });
}
