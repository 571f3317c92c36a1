import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import type { Locale } from '../../../contract/errors.ts';
import { Button } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { WithDetails } from './details-gate.tsx';
import { switchLocale } from './locale.ts';

const languages = [
  { locale: 'ko', name: '한국어' },
  { locale: 'en', name: 'English' },
] as const;

/** The language of the service and of its mail. */
export function ChangeLanguagePage() {
  return <WithDetails>{({ mail_locale }) => <ChangeLanguage current={mail_locale} />}</WithDetails>;
}

function ChangeLanguage({ current }: { current: Locale }) {
  const { t } = useLingui();
  const { api, locale } = useApp();
  const sending = useSubmit([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('language') === 'en' ? 'en' : 'ko';
    void sending.send(async () => {
      await api('POST /api/account/language', { body: { mail_locale: chosen } });
      if (chosen !== locale) await switchLocale(api, chosen);
      else toast('success', t`언어를 저장했어요.`);
    });
  };
  return (
    <form ref={sending.form} className="max-w-[440px] space-y-5" onSubmit={submit}>
      <fieldset className="space-y-2">
        <legend className="mb-3 text-quiet">
          <Trans>화면과 메일에 쓸 언어를 골라 주세요.</Trans>
        </legend>
        {languages.map((language) => (
          <label
            key={language.locale}
            lang={language.locale}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-md border border-line px-4 hover:border-quiet has-checked:border-jade"
          >
            <input
              type="radio"
              name="language"
              value={language.locale}
              defaultChecked={language.locale === current}
              className="size-5 accent-jade"
            />
            {language.name}
          </label>
        ))}
      </fieldset>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Button type="submit" look="primary" size="lg" className="w-full" disabled={sending.busy}>
        <Trans>저장하기</Trans>
      </Button>
    </form>
  );
}
