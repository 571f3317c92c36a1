import { Trans } from '@lingui/react/macro';
import { site } from '../../../ui/brand.ts';
import { Logo } from '../../../ui/components/logo.tsx';
import { useApp } from '../../context.ts';
import { LocaleSwitch } from '../../layout/locale-switch.tsx';

/** For visitors from where the service may not be used. */
export function RegionPage() {
  const { locale } = useApp();
  const email = site.support_email;
  return (
    <main id="main" className="gutter grid min-h-dvh place-items-center py-12 text-center">
      <div className="max-w-lg animate-rise">
        <Logo locale={locale} className="mx-auto" />
        <svg viewBox="0 0 120 120" className="mx-auto mt-10 w-28" aria-hidden="true" focusable="false">
          <circle cx="60" cy="60" r="44" fill="none" stroke="var(--color-line)" strokeWidth="6" />
          <path
            d="M16 60h88M60 16c-16 12-24 28-24 44s8 32 24 44c16-12 24-28 24-44S76 28 60 16Z"
            fill="none"
            stroke="var(--color-line)"
            strokeWidth="6"
          />
          <path d="M24 98 98 24" stroke="var(--color-vermilion)" strokeWidth="9" strokeLinecap="round" />
        </svg>
        <h1 className="mt-8 text-28 text-balance tablet:text-36">
          <Trans>지금 계신 곳에서는 볼 수 없어요</Trans>
        </h1>
        <p className="mt-3 text-balance text-quiet">
          <Trans>
            방송 권리 때문에 북미 지역에서만 서비스하고 있어요. 북미에 계시는데 이 화면이 보인다면 메일로 알려
            주세요.
          </Trans>
        </p>
        <p className="mt-6">
          <a
            href={`mailto:${email}`}
            className="rounded-sm text-18 font-semibold text-jade underline underline-offset-4"
          >
            {email}
          </a>
        </p>
        <div className="mt-10 flex justify-center">
          <LocaleSwitch />
        </div>
      </div>
    </main>
  );
}
