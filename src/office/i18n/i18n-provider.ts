/** Every text of the office for react-admin: its own, ours, and the names of modules and fields. */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type TranslationMessages, useLocale, useTranslate } from 'react-admin';
import { staffModules } from '../../contract/admin/permissions.ts';
import type { Locale } from '../../contract/errors.ts';
import { localeStore, setLocale } from './locale.ts';
import { raEn } from './ra-en.ts';
import { raKo } from './ra-ko.ts';
import { entityNames, fieldNames, type TextKey, texts } from './texts.ts';

const of = (pairs: Record<string, { ko: string; en: string }>, locale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[locale]]));

/** All messages of one language. None of react-admin's own about what is wrong with a field: forms ask the contract's rules. */
function messagesOf(locale: Locale): TranslationMessages {
  const fields = of(fieldNames, locale);
  const names = of({ ...staffModules, ...entityNames }, locale);
  const messages = {
    ra: locale === 'ko' ? raKo : raEn,
    office: of(texts, locale),
    field: fields,
    resources: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name, fields }])),
  };
  return messages as typeof messages & TranslationMessages;
}

/** Begins in the page's language; choosing another one takes effect for calls and the cookie too. */
export const makeI18nProvider = () =>
  polyglotI18nProvider(
    (locale) => {
      const chosen: Locale = locale === 'en' ? 'en' : 'ko';
      setLocale(chosen);
      return messagesOf(chosen);
    },
    localeStore.get(),
    [
      { locale: 'ko', name: '한국어' },
      { locale: 'en', name: 'English' },
    ],
  );

export type Text = (key: TextKey, values?: Record<string, string | number>) => string;

/** The office's own texts by key. */
export function useText(): Text {
  const translate = useTranslate();
  return (key, values) => translate(`office.${key}`, values);
}

/** The language as the contract names it. */
export function useOfficeLocale(): Locale {
  return useLocale() === 'en' ? 'en' : 'ko';
}

/** The label of a field by its name on the wire; the name itself where there is none. */
export function useFieldName(): (field: string) => string {
  const translate = useTranslate();
  return (field) => translate(`field.${field}`, { _: field });
}
