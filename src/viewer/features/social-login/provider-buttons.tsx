import { useLingui } from '@lingui/react/macro';
import type { ProviderName } from '../../../contract/providers.ts';
import { site } from '../../../ui/brand.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { ProviderMark } from './provider-mark.tsx';

/** The ways to the services that people may sign in with; nothing where there are none. */
export function ProviderButtons() {
  const { t } = useLingui();
  const says: Record<ProviderName, string> = {
    kakao: t`카카오로 계속하기`,
    naver: t`네이버로 계속하기`,
    google: t`Google로 계속하기`,
    apple: t`Apple로 계속하기`,
    facebook: t`Facebook으로 계속하기`,
  };
  return site.sign_in_with.map((provider) => (
    <a
      key={provider}
      href={`/api/social-login/${provider}`}
      rel="nofollow"
      className={buttonClass('quiet', 'lg', 'w-full')}
    >
      <ProviderMark provider={provider} />
      {says[provider]}
    </a>
  ));
}
