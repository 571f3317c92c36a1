import { Trans } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../ui/api-client.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { useBackOnline } from '../../ui/online.ts';
import { addressOfScript, NewDocumentNeeded } from '../../ui/script-loader.ts';
import { PageFrame } from './page-frame.tsx';

/** The page whose script was fetched again. If it fails once more, a new document fetches all scripts. */
let retriedPage: string | undefined;

/** A page that could not be loaded: what happened, and one thing to do about it. */
export function PageFailed({ error }: { error: unknown }) {
  const router = useRouter();
  const offline = error instanceof ApiError && error.code === 'network';
  const blocked = error instanceof ApiError && error.code === 'maturity_blocked';
  const spoken = error instanceof ApiError && error.message ? error.message : null;
  const again = () => {
    const page = router.state.location.href;
    const isNewScript = addressOfScript(error) !== undefined && retriedPage !== page;
    if (!(error instanceof ApiError || isNewScript)) return location.reload();
    if (isNewScript) retriedPage = page;
    void router.invalidate();
  };
  useBackOnline(again, !blocked);
  const needsDocument = error instanceof NewDocumentNeeded;
  useEffect(() => {
    if (needsDocument) location.reload();
  }, [needsDocument]);
  return (
    <PageFrame className="gutter grid min-h-[80dvh] place-items-center text-center">
      <div role="alert" className="max-w-md animate-rise">
        <h1 className="text-28">
          {blocked ? (
            <Trans>이 프로필로는 볼 수 없어요</Trans>
          ) : offline ? (
            <Trans>인터넷에 연결되지 않았어요</Trans>
          ) : (
            <Trans>페이지를 불러오지 못했어요</Trans>
          )}
        </h1>
        <p className="mt-3 text-quiet">
          {offline ? (
            <Trans>연결을 확인해 주세요. 다시 연결되면 페이지를 바로 불러올게요.</Trans>
          ) : (
            (spoken ?? <Trans>잠시 뒤에 다시 시도해 주세요.</Trans>)
          )}
        </p>
        {blocked ? (
          <Link to="/profiles" className={buttonClass('primary', 'md', 'mt-8')}>
            <Trans>다른 프로필로 보기</Trans>
          </Link>
        ) : (
          <Button look="primary" className="mt-8" onClick={again}>
            <Trans>다시 시도하기</Trans>
          </Button>
        )}
      </div>
    </PageFrame>
  );
}
