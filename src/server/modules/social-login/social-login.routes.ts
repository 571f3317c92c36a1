import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerName, type socialLoginCalls } from '../../../contract/account/social-login.ts';
import type { ProviderName } from '../../../contract/providers.ts';
import type { IdentityProvider } from '../../adapters/identity-providers/port.ts';
import type { Context } from '../../context.ts';
import { CallError, fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { clientOf } from '../../http/client.ts';
import { readCookie } from '../../http/cookies.ts';
import { publicOrigin } from '../../http/origin.ts';
import {
  answerAuthorization,
  authorizationSeconds,
  beginAuthorization,
  joiningSeconds,
} from './authorizations.service.ts';
import * as identities from './identities.service.ts';
import * as service from './social-login.service.ts';

const done = { data: { ok: true } } as const;

/** The cookie of an authorization. Over https its name keeps neighbouring hosts from setting it. */
function authorizationCookie({ config }: Pick<Context, 'config'>) {
  const https = publicOrigin(config).startsWith('https:');
  const name = https ? '__Host-authorization' : 'authorization';
  const set = (reply: FastifyReply, token: string, seconds: number, site: 'Lax' | 'None') =>
    reply.header(
      'set-cookie',
      `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${https ? '; Secure' : ''}`,
    );
  return {
    read: (request: FastifyRequest) => readCookie(request, name),
    /** For the redirect to a service. A service that answers by a form posts it from another site. */
    travel: (reply: FastifyReply, token: string, provider: IdentityProvider | undefined) =>
      set(reply, token, authorizationSeconds, provider?.answersBy === 'form_post' ? 'None' : 'Lax'),
    /** For a user who has returned and has yet to sign up. */
    join: (reply: FastifyReply, token: string) => set(reply, token, joiningSeconds, 'Lax'),
    drop: (reply: FastifyReply) => set(reply, '', 0, 'Lax'),
  };
}

/** Handlers of social login, of signing up by it, and of the services of an account. */
export function socialLoginRoutes(context: Context): Handlers<typeof socialLoginCalls> {
  const providers = context.identityProviders;
  const authorization = authorizationCookie(context);
  return {
    'POST /api/social-login': async ({ body, request, reply }) => {
      const client = clientOf(request, body.device);
      const found = await service.socialLogin(context, authorization.read(request), body.code, client);
      if ('joining' in found) {
        authorization.join(reply, found.joining);
        return fail('social_account_required');
      }
      authorization.drop(reply);
      return { data: found.signedIn };
    },
    'GET /api/social-login': async ({ request }) => ({
      data: await service.getNewcomer(context, authorization.read(request)),
    }),
    'POST /api/social-login/email': async ({ body, locale, request }) => ({
      data: await service.sendNewcomerCode(context, authorization.read(request), body.email, locale),
    }),
    'POST /api/social-login/email/verify': async ({ body, request }) => ({
      data: await service.proveNewcomer(context, authorization.read(request), body.code),
    }),
    'POST /api/social-login/sign-up': async ({ body, locale, request, reply }) => {
      const client = clientOf(request, body.device);
      const account = { username: body.username, locale };
      const data = await service.joinBySignUp(context, authorization.read(request), account, client);
      authorization.drop(reply);
      return { data };
    },
    'POST /api/social-login/link': async ({ body, request, reply }) => {
      const client = clientOf(request, body.device);
      const data = await service.joinByPassword(context, authorization.read(request), body.password, client);
      authorization.drop(reply);
      return { data };
    },
    'GET /api/account/linked-accounts': async ({ caller }) => ({
      data: await identities.listIdentities(context, requireUser(caller)),
    }),
    'POST /api/account/linked-accounts': async ({ body: { provider }, caller, request, reply }) => {
      const user = requireUser(caller);
      const begun = await identities.beginConnecting(context, providers, provider, user, request.ip);
      authorization.travel(reply, begun.token, providers[provider]);
      return { data: { url: begun.url } };
    },
    'POST /api/account/linked-accounts/finish': async ({ body, caller, request, reply }) => {
      const user = requireUser(caller);
      const provider = await identities.finishConnecting(
        context,
        authorization.read(request),
        body.code,
        user,
      );
      authorization.drop(reply);
      return { data: { provider } };
    },
    'DELETE /api/account/linked-accounts/{provider}': async ({ params, caller }) => {
      await identities.disconnect(context, requireUser(caller), params.provider);
      return done;
    },
  };
}

/** The page that continues after a service, with its parameters in the part of the address that stays in the browser. */
const pageAfter = (connects: boolean, said: Record<string, string>) =>
  `${connects ? '/account/linked-accounts' : '/login/social'}#${new URLSearchParams(said)}`;

/** Registers the two routes that browsers navigate to: the redirect to a service, and its answer. */
export function serveSocialLogin(app: FastifyInstance, context: Context): void {
  const providers = context.identityProviders;
  const authorization = authorizationCookie(context);
  type Named = { Params: { provider: string } };
  /** Each of these redirects to a page in every case, must not be cached and sends no referrer. */
  const lead = (reply: FastifyReply, address: string) =>
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303);
  const nameOf = (request: FastifyRequest<Named>): ProviderName | undefined => {
    const { data } = providerName.safeParse(request.params.provider);
    return data && providers[data] ? data : undefined;
  };
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    request.raw.resume();
    return reply.callNotFound();
  };

  const takeAnswer = async (request: FastifyRequest<Named>, reply: FastifyReply, answer: URLSearchParams) => {
    const name = nameOf(request);
    if (!name) return notFound(request, reply);
    const answered = await answerAuthorization(context, providers, name, authorization.read(request), answer);
    const said: Record<string, string> =
      'code' in answered ? { code: answered.code } : { failed: answered.refused };
    return lead(reply, pageAfter(answered.connects, said));
  };

  app.get<Named>('/api/social-login/:provider', { schema: { hide: true } }, async (request, reply) => {
    const provider = nameOf(request);
    if (!provider) return notFound(request, reply);
    if (!request.served) return lead(reply, '/comn/region');
    try {
      const { token, url } = await beginAuthorization(context, providers, provider, { address: request.ip });
      authorization.travel(reply, token, providers[provider]);
      return lead(reply, url);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return lead(reply, pageAfter(false, { failed: 'failed' }));
    }
  });
  app.get<Named>('/api/social-login/:provider/callback', { schema: { hide: true } }, (request, reply) =>
    takeAnswer(request, reply, new URL(request.url, 'http://localhost').searchParams),
  );
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
    );
    forms.post<Named>(
      '/api/social-login/:provider/callback',
      { schema: { hide: true } },
      async (request, reply) => {
        const name = nameOf(request);
        // Only services that declare it may answer by a form: only their cookie is sent with requests from other sites.
        if (!name || providers[name]?.answersBy !== 'form_post') return notFound(request, reply);
        const { body } = request;
        return takeAnswer(request, reply, body instanceof URLSearchParams ? body : new URLSearchParams());
      },
    );
  });
}
