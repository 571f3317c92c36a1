import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '../../contract/errors.ts';

/** A Lingui instance of its own, so that two renders in two languages never share one. */
export function makeI18n(locale: Locale, messages: Messages): I18n {
  return setupI18n({
    locale,
    messages: { [locale]: messages },
    missing(_, id) {
      console.error(`The text ${id} is not in the catalogues of this page.`);
      return id;
    },
  });
}

/** The language the page was served in; the cookie and then Korean where the page does not say. */
export function startLocale(document: Document): Locale {
  const lang = document.documentElement.lang.slice(0, 2);
  if (lang === 'ko' || lang === 'en') return lang;
  return /(?:^|;\s*)locale=en\b/.test(document.cookie) ? 'en' : 'ko';
}
