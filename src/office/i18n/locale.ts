/** The office's language: the page's, then what staff choose. The cookie tells the server, which renders the page in it. */
import type { Locale } from '../../contract/errors.ts';
import { brandName } from '../../ui/brand.ts';
import { startLocale } from '../../ui/i18n/i18n.ts';
import { rememberInCookie } from '../../ui/remember.ts';
import { makeStore } from '../../ui/store.ts';

export const localeStore = makeStore<Locale>(typeof document === 'undefined' ? 'ko' : startLocale(document));

const officeNames: Record<Locale, string> = { ko: '오피스', en: 'Office' };

export const officeName = (locale: Locale): string => `${brandName[locale]} ${officeNames[locale]}`;

/** Sets the language of all further texts and requests, and stores it for the next visit. */
export function setLocale(locale: Locale): void {
  localeStore.set(locale);
  document.documentElement.lang = locale;
  document.title = officeName(locale);
  rememberInCookie('locale', locale);
}

/** The one of a pair of facts that is in the language of the office. */
export function inLocale(
  locale: Locale,
  ko: string | null | undefined,
  en: string | null | undefined,
): string {
  return (locale === 'ko' ? ko || en : en || ko) ?? '';
}
