/** All texts of the office for react-admin: react-admin's, the office's, and the names of modules and fields. */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type TranslationMessages, useLocale, useResourceContext, useTranslate } from 'react-admin';
import { staffModules } from '../../contract/admin/permissions.ts';
import type { Locale } from '../../contract/errors.ts';
import { localeStore, setLocale } from './locale.ts';
import { raEn } from './ra-en.ts';
import { raKo } from './ra-ko.ts';
import { entityNames, fieldNames, type Pair, type TextKey, texts } from './texts.ts';

const of = (pairs: Record<string, Pair>, locale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[locale]]));

/** Names of all subjects of the event log. The provider adds the names that resources declare. */
export const entities: Record<string, Pair> = { ...staffModules, ...entityNames };

/** The names that a resource declares. */
interface Named {
  name: string;
  title?: Pair;
  facts: Record<string, { label?: Pair }>;
}

const irregular: Record<string, string> = {
  Cast: 'cast member',
  Staff: 'staff member',
  'Scroll news': 'scroll news',
};

/** An English name of records as the name of one, within a sentence. */
function singularOf(name: string): string {
  const one = irregular[name] ?? name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
  return /^[A-Z][a-z]/.test(one) && !one.startsWith('YouTube') ? one[0]?.toLowerCase() + one.slice(1) : one;
}

/**
 * All messages of one language. React-admin's messages about invalid fields are left out, because forms use
 * the contract's rules.
 */
function messagesOf(locale: Locale, declared: Named[]): TranslationMessages {
  const fields = of(fieldNames, locale);
  const names = of(entities, locale);
  const labels = Object.fromEntries(
    declared.map(({ name, facts }) => [
      name,
      Object.fromEntries(
        Object.entries(facts).flatMap(([field, { label }]) => (label ? [[field, label[locale]]] : [])),
      ),
    ]),
  );
  const messages = {
    ra: locale === 'ko' ? raKo : raEn,
    office: of(texts, locale),
    field: fields,
    resources: Object.fromEntries(
      Object.entries(names).map(([key, name]) => [
        key,
        {
          name,
          fields: { ...fields, ...labels[key] },
          ...(locale === 'en' && { page: { create: `New ${singularOf(name)}` } }),
        },
      ]),
    ),
  };
  return messages as typeof messages & TranslationMessages;
}

/** Starts in the page's language. Choosing another language also changes the calls and the cookie. */
export function makeI18nProvider(declared: Named[]) {
  for (const { name, title } of declared) if (title) entities[name] = title;
  return polyglotI18nProvider(
    (locale) => {
      const chosen: Locale = locale === 'en' ? 'en' : 'ko';
      setLocale(chosen);
      return messagesOf(chosen, declared);
    },
    localeStore.get(),
    [
      { locale: 'ko', name: '한국어' },
      { locale: 'en', name: 'English' },
    ],
  );
}

export type Text = (key: TextKey, values?: Record<string, string | number>) => string;

/**
 * The office's own texts by key. A text with `||||` has a singular and a plural form. `count` selects the
 * form, or `smart_count` if `count` is not a number.
 */
export function useText(): Text {
  const translate = useTranslate();
  return (key, values) =>
    translate(
      `office.${key}`,
      typeof values?.count === 'number' ? { smart_count: values.count, ...values } : values,
    );
}

/** The current language as a locale of the contract. */
export function useOfficeLocale(): Locale {
  return useLocale() === 'en' ? 'en' : 'ko';
}

const filterSuffix = /_(?:like|in|min|max|from|until|empty)$/;

/**
 * Label of a field by its name on the wire. The resource is that of the page by default. A field without a
 * label returns its name.
 */
export function useFieldName(resource?: string): (field: string) => string {
  const translate = useTranslate();
  const around = useResourceContext();
  const own = resource ?? around;
  const known = (field: string) =>
    translate(`resources.${own}.fields.${field}`, { _: translate(`field.${field}`, { _: '' }) });
  // A filter of a field is called like the field.
  return (field) => known(field) || known(field.replace(filterSuffix, '')) || field;
}
