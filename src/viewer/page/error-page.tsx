import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/components/button.tsx';
import { PageFrame } from './page-frame.tsx';

/** Any address that leads nowhere. */
export function ErrorPage() {
  return (
    <PageFrame className="gutter grid min-h-dvh place-items-center text-center">
      <div className="max-w-lg animate-rise">
        <svg viewBox="0 0 200 120" className="mx-auto w-56 tablet:w-72" aria-hidden="true" focusable="false">
          <path
            d="M20 62 100 16l80 46"
            fill="none"
            stroke="var(--color-vermilion)"
            strokeWidth="9"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path
            d="M36 82h46M112 82h52M36 100h128"
            stroke="var(--color-line)"
            strokeWidth="8"
            strokeLinecap="round"
          />
          <circle cx="97" cy="62" r="7" fill="var(--color-gold)" />
        </svg>
        <h1 className="mt-8 text-28 text-balance tablet:text-36">
          <Trans>찾으시는 페이지가 없어요</Trans>
        </h1>
        <p className="mt-3 text-balance text-quiet">
          <Trans>주소가 바뀌었거나 지금은 볼 수 없는 페이지예요. 홈에서 다른 콘텐츠를 찾아보세요.</Trans>
        </p>
        <Link to="/" className={buttonClass('primary', 'lg', 'mt-8')}>
          <Trans>홈으로 가기</Trans>
        </Link>
      </div>
    </PageFrame>
  );
}
