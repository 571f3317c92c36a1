/** A real OpenID provider on this machine, with a page where somebody says who they are. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface TestOpenIdProvider {
  url: string;
  close(): Promise<void>;
}

export const openIdClient = { clientId: 'maru', clientSecret: 'a secret of this test alone' };

/** Opens a provider that knows one client, which is answered at `redirectUris`. */
export async function openOpenIdProvider(redirectUris: string[]): Promise<TestOpenIdProvider> {
  /** Whoever was written into the page's fields. */
  const people = new Map<string, { email: string; emailVerified: boolean }>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['of this test alone'] },
    // As the large services do: what was asked for stands in the token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/choose/${interaction.uid}` },
    findAccount: (_ctx, id) => {
      const person = people.get(id);
      return (
        person && {
          accountId: id,
          claims: () => ({ sub: id, email: person.email, email_verified: person.emailVerified }),
        }
      );
    },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    if (!pathname.startsWith('/choose/')) return callback(request, response);
    const chosen = searchParams.get('person');
    if (chosen === null) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><html lang="en"><title>Choose</title><form>
        <label>Person <input name="person"></label> <label>Email <input name="email"></label>
        <label>Unproven <input type="checkbox" name="unproven"></label>
        <button>Continue</button></form><a href="?person=">Cancel</a>`);
      return undefined;
    }
    const email = searchParams.get('email') ?? '';
    people.set(chosen, { email, emailVerified: !searchParams.has('unproven') });
    return void finish();

    async function finish() {
      if (chosen === '') {
        const said = { error: 'access_denied', error_description: 'not today' };
        return provider.interactionFinished(request, response, said);
      }
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: chosen as string, clientId: String(params.client_id) });
      grant.addOIDCScope(String(params.scope));
      const grantId = await grant.save();
      const result = { login: { accountId: chosen as string }, consent: { grantId } };
      return provider.interactionFinished(request, response, result);
    }
  });
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
