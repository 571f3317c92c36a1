/** Settings of the service in the documents of both apps, and their content security policy. */
import type { SiteSettings } from '../../contract/page.ts';
import { configuredProviders } from '../adapters/identity-providers/open.ts';
import type { Config } from '../config.ts';

/** The settings that the apps show or use. */
export function siteSettings(config: Config): SiteSettings {
  const { brand, contact, stores, installVideo, pushKey, hostedPush } = config;
  return {
    brand,
    support_email: contact.email,
    support_phone: contact.phone,
    app_store_url: stores.apple,
    play_store_url: stores.google,
    install_video_url: installVideo ?? '',
    sign_in_with: configuredProviders(config),
    money_years: config.billing.moneyYears,
    billing_countries: config.billingCountries,
    push_key: hostedPush?.key ?? pushKey,
    push_cluster: hostedPush?.cluster ?? '',
  };
}

/** JSON as an element that runs nothing. */
export const jsonScript = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;

/**
 * The content security policy of a document. `script` is the hash of its one inline script. `others` are
 * further origins of scripts, frames and calls.
 */
export function contentPolicy(
  { hostedPush }: Pick<Config, 'hostedPush'>,
  script?: string,
  others: readonly string[] = [],
): string {
  const also = others.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `script-src 'self'${script ? ` '${script}'` : ''}${also}`,
    // The hosted push service's own hosts, where it is used instead of the built-in server.
    `connect-src 'self' blob:${hostedPush ? ' wss://*.pusher.com https://*.pusher.com' : ''}${also}`,
    "worker-src 'self' blob:",
    `frame-src 'self' https://www.youtube-nocookie.com${also}`,
    "object-src 'none'",
    "base-uri 'none'",
    // Our scripts send all forms. Without scripts a browser would write a password into the address.
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
