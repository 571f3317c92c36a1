import type { Locale } from '../../../contract/errors.ts';
import type { Api } from '../../../ui/api-client.ts';
import { rememberInCookie } from '../../../ui/remember.ts';
import { isPreview } from '../../is-preview.ts';

/** Remembers the language for the next visit. */
export const rememberLocale = (lang: Locale): void => rememberInCookie('locale', lang);

/** Saves the language on the server and reloads the page in it. */
export async function switchLocale(api: Api, lang: Locale): Promise<void> {
  if (isPreview) {
    const { pathname, search } = window.location;
    window.location.replace(pathname.replace(/^\/preview\/\w+/, `/preview/${lang}`) + search);
    return;
  }
  // Stored in the browser too, so that the choice holds even when the request to the server failed.
  rememberLocale(lang);
  await api('POST /api/set-locale', { body: { lang } }).catch(() => undefined);
  // A language in the address would override the one just chosen.
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  if (address.href === window.location.href) window.location.reload();
  else window.location.replace(address);
}
