/**
 * Sends a browser to another service and takes the answer. An authorization belongs to the browser that has its token in a
 * cookie, leads to one service, accepts one answer, and gives the login page a code that is valid once. No part of a request
 * decides where it redirects.
 */
import { createHmac } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { emailAddress } from '../../../contract/account/identity.ts';
import type { ProviderName } from '../../../contract/providers.ts';
import type { IdentityProviders } from '../../adapters/identity-providers/open.ts';
import { type AuthorizationRequest, IdentityRefused } from '../../adapters/identity-providers/port.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { publicOrigin } from '../../http/origin.ts';
import { AddressRateLimit } from '../../security/rate-limit.ts';
import { newToken, tokenHash } from '../../security/token.ts';
import { authorizations } from './social-login.tables.ts';

export type Authorization = typeof authorizations.$inferSelect;
/** An authorization whose browser has returned. */
export type ReturnedAuthorization = Authorization & { subject: string };

/** The time limit for the browser to return, for the page to redeem its code, and for a new user to finish signing up. */
export const authorizationSeconds = 600;
const codeMs = 60_000;
export const joiningSeconds = 1800;

/** Authorizations begun from one address within a minute. */
const addressLimit = new AddressRateLimit('social_login_authorizations', 30, 60_000, {
  code: 'too_many_tries',
});

/** A value that only the browser with the token can reproduce. 43 letters, as RFC 7636 requires of a verifier. */
const derived = (token: string, purpose: string) =>
  createHmac('sha256', token).update(`social-login:${purpose}`).digest('base64url');

/** The redirect address that is registered with a service. */
const callbackPath = (provider: ProviderName): string => `/api/social-login/${provider}/callback`;

const requestOf = (
  { config }: Pick<Context, 'config'>,
  provider: ProviderName,
  token: string,
): AuthorizationRequest => ({
  redirectUri: `${publicOrigin(config)}${callbackPath(provider)}`,
  state: derived(token, 'state'),
  nonce: derived(token, 'nonce'),
  verifier: derived(token, 'verifier'),
});

const after = ({ now }: Pick<Context, 'now'>, ms: number) => new Date(now().getTime() + ms);

/**
 * Begins an authorization. With `user` it connects the service with an account, without it it signs somebody in. Returns the
 * cookie's token and the address to redirect to.
 */
export async function beginAuthorization(
  context: Context,
  providers: IdentityProviders,
  name: ProviderName,
  { address, user }: { address: string; user?: SignedInUser },
): Promise<{ token: string; url: string }> {
  const provider = providers[name] ?? fail('not_found');
  await addressLimit.consume(context, address);
  const token = newToken();
  const url = await provider.begin(requestOf(context, name, token)).catch((error: unknown) => {
    context.log.warn({ err: error, provider: name }, 'a service for signing in cannot be reached');
    return fail('social_login_away');
  });
  await context.db.insert(authorizations).values({
    provider: name,
    tokenHash: tokenHash(token),
    userId: user?.id ?? null,
    sessionId: user?.sessionId ?? null,
    expiresAt: after(context, authorizationSeconds * 1000),
  });
  return { token, url: url.href };
}

/**
 * The result of a service's answer: a code for the page, or why there is none. `connects`: the authorization was for connecting.
 */
export type Answered = { connects: boolean } & ({ code: string } | { refused: 'cancelled' | 'failed' });

/** Handles a service's answer. Only the first answer counts, whether it succeeds or fails. */
export async function answerAuthorization(
  context: Context,
  providers: IdentityProviders,
  name: ProviderName,
  token: string | undefined,
  answer: URLSearchParams,
): Promise<Answered> {
  const { db, log } = context;
  const now = context.now();
  const provider = providers[name];
  const [authorization] = token
    ? await db
        .update(authorizations)
        .set({ answeredAt: now })
        .where(
          and(
            eq(authorizations.tokenHash, tokenHash(token)),
            isNull(authorizations.answeredAt),
            gt(authorizations.expiresAt, now),
          ),
        )
        .returning()
    : [];
  const connects = authorization !== undefined && authorization.userId !== null;
  if (!token || !authorization || authorization.provider !== name || !provider)
    return { connects, refused: 'failed' };
  try {
    const identity = await provider.finish(requestOf(context, name, token), answer);
    const email = emailAddress.safeParse(identity.email);
    const code = newToken();
    await db
      .update(authorizations)
      .set({
        subject: identity.subject,
        email: email.data ?? null,
        emailVerified: identity.emailVerified && email.success,
        codeHash: tokenHash(code),
        codeExpiresAt: after(context, codeMs),
      })
      .where(eq(authorizations.id, authorization.id));
    return { connects, code };
  } catch (error) {
    if (!(error instanceof IdentityRefused)) throw error;
    if (error.reason === 'failed')
      log.warn({ err: error.cause, provider: name }, 'an answer of a service for signing in was refused');
    return { connects, refused: error.reason };
  }
}

/**
 * Redeems a page's code, once, in the browser that began the authorization, and for its purpose: signing in, or connecting as
 * `user`.
 */
export async function redeemCode(
  context: Context,
  token: string | undefined,
  code: string,
  user?: SignedInUser,
): Promise<ReturnedAuthorization> {
  const now = context.now();
  const [authorization] = token
    ? await context.db
        .update(authorizations)
        .set({ codeHash: null })
        .where(
          and(
            eq(authorizations.tokenHash, tokenHash(token)),
            eq(authorizations.codeHash, tokenHash(code)),
            gt(authorizations.codeExpiresAt, now),
            user
              ? and(eq(authorizations.userId, user.id), eq(authorizations.sessionId, user.sessionId))
              : isNull(authorizations.userId),
          ),
        )
        .returning()
    : [];
  return arrived(authorization);
}

function arrived(authorization: Authorization | undefined): ReturnedAuthorization {
  if (!authorization || authorization.subject === null) fail('social_login_over');
  return { ...authorization, subject: authorization.subject };
}

/** Gives a new user time to finish signing up, under a token other than the one used for the redirect. */
export async function keepForJoining(context: Context, authorization: Authorization): Promise<string> {
  const token = newToken();
  await context.db
    .update(authorizations)
    .set({ tokenHash: tokenHash(token), expiresAt: after(context, joiningSeconds * 1000) })
    .where(eq(authorizations.id, authorization.id));
  return token;
}

/** The new user of a browser: they have returned and redeemed their code, and have no account yet. */
export async function getJoining(
  context: Context,
  token: string | undefined,
): Promise<ReturnedAuthorization> {
  const [authorization] = token
    ? await context.db
        .select()
        .from(authorizations)
        .where(
          and(
            eq(authorizations.tokenHash, tokenHash(token)),
            isNull(authorizations.userId),
            isNull(authorizations.codeHash),
            isNotNull(authorizations.subject),
            gt(authorizations.expiresAt, context.now()),
          ),
        )
    : [];
  return arrived(authorization);
}

/** Deletes expired authorizations. */
export async function purgeAuthorizations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(authorizations).where(lt(authorizations.expiresAt, now()));
}
