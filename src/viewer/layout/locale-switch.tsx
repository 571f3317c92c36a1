import { useLingui } from '@lingui/react/macro';
import type { Locale } from '../../contract/errors.ts';
import { cx } from '../../ui/class-names.ts';
import { useApp } from '../context.ts';
import { switchLocale } from '../features/accounts/locale.ts';
import { Flag } from './flag.tsx';

const languages: { locale: Locale; name: string }[] = [
  { locale: 'ko', name: '한국어' },
  { locale: 'en', name: 'English' },
];

/** Two flags, the language in use marked; pressing the other saves it and reloads the page. */
export function LocaleSwitch() {
  const { t } = useLingui();
  const { api, locale } = useApp();
  return (
    <fieldset aria-label={t`언어`} className="flex items-center gap-1">
      {languages.map((language) => (
        <button
          key={language.locale}
          type="button"
          lang={language.locale}
          aria-label={language.name}
          title={language.name}
          aria-pressed={language.locale === locale}
          className={cx(
            'grid size-9 place-items-center rounded-full transition-opacity',
            language.locale === locale
              ? 'opacity-100'
              : 'opacity-45 hover:opacity-100 focus-visible:opacity-100',
          )}
          onClick={() => language.locale !== locale && void switchLocale(api, language.locale)}
        >
          <Flag locale={language.locale} />
        </button>
      ))}
    </fieldset>
  );
}
