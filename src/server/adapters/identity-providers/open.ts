/** The services that are configured, each by what it documents of itself. */
import { ClientSecretPost } from 'openid-client';
import { z } from 'zod';
import { type ProviderName, providerNames } from '../../../contract/providers.ts';
import type { Config } from '../../config.ts';
import { OAuthProvider } from './oauth.ts';
import { appleAuth, OpenIdProvider } from './openid.ts';
import type { IdentityProvider } from './port.ts';

export type IdentityProviders = Partial<Record<ProviderName, IdentityProvider>>;

const naverAnswer = z.object({
  resultcode: z.literal('00'),
  response: z.object({ id: z.string().min(1), email: z.string().optional() }),
});
const facebookAnswer = z.object({ id: z.string().min(1), email: z.string().optional() });

/** Neither service says whether the address was verified. */
const unproven = ({ id, email }: { id: string; email?: string | undefined }) => ({
  subject: id,
  email,
  emailVerified: false,
});

/** Every service of the configuration, ready to send people to. */
export function openIdentityProviders({ socialLogin }: Pick<Config, 'socialLogin'>): IdentityProviders {
  const { kakao, naver, google, apple, facebook } = socialLogin;
  return {
    // developers.kakao.com, "Kakao Login: REST API": the token has the address, only the user information says whether it is proven.
    ...(kakao && {
      kakao: new OpenIdProvider({
        issuer: kakao.at ?? 'https://kauth.kakao.com',
        clientId: kakao.clientId,
        auth: ClientSecretPost(kakao.clientSecret),
        scope: 'openid account_email',
        asksForMore: true,
      }),
    }),
    // developers.naver.com, "네이버 로그인 API 명세": OAuth 2.0 without PKCE; what is told was chosen when the client was registered.
    ...(naver && {
      naver: new OAuthProvider({
        ...naver,
        authorization: `${naver.at ?? 'https://nid.naver.com'}/oauth2.0/authorize`,
        token: `${naver.at ?? 'https://nid.naver.com'}/oauth2.0/token`,
        person: `${naver.at ?? 'https://openapi.naver.com'}/v1/nid/me`,
        pkce: false,
        read: (answer) => {
          const { data } = naverAnswer.safeParse(answer);
          return data && unproven(data.response);
        },
      }),
    }),
    // developers.google.com, "OpenID Connect".
    ...(google && {
      google: new OpenIdProvider({
        issuer: google.at ?? 'https://accounts.google.com',
        clientId: google.clientId,
        auth: ClientSecretPost(google.clientSecret),
        scope: 'openid email',
      }),
    }),
    // developer.apple.com, "Sign in with Apple REST API": whoever asks for the address is answered by a form.
    ...(apple && {
      apple: new OpenIdProvider({
        issuer: apple.at ?? 'https://appleid.apple.com',
        clientId: apple.clientId,
        auth: appleAuth(apple),
        scope: 'openid email',
        answersBy: 'form_post',
      }),
    }),
    // developers.facebook.com, "Manually build a login flow"; the version is good for two years from its release.
    ...(facebook && {
      facebook: new OAuthProvider({
        ...facebook,
        authorization: `${facebook.at ?? 'https://www.facebook.com'}/v24.0/dialog/oauth`,
        token: `${facebook.at ?? 'https://graph.facebook.com'}/v24.0/oauth/access_token`,
        person: `${facebook.at ?? 'https://graph.facebook.com'}/v24.0/me?fields=id,email`,
        scope: 'email',
        pkce: true,
        read: (answer) => {
          const { data } = facebookAnswer.safeParse(answer);
          return data && unproven(data);
        },
      }),
    }),
  };
}

/** The names of those that are configured, in the order of their buttons. */
export const configuredProviders = ({ socialLogin }: Pick<Config, 'socialLogin'>): ProviderName[] =>
  providerNames.filter((name) => socialLogin[name]);
