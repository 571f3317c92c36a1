import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { useBackOnline } from '../../../ui/online.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { PlayerIcon } from '../../../ui/player/player-icon.tsx';
import { isTelevision } from '../../../ui/television.ts';
import { PageSkeleton } from '../../page/page-skeleton.tsx';

interface PlayerFailedProps {
  error: ApiError | PlaybackFailure;
  onRetry: () => void;
  onBack: () => void;
}

/** Why nothing plays, in a sentence, and the one thing that helps; without a plan, the plans. */
export function PlayerFailed(props: PlayerFailedProps) {
  const { error } = props;
  return error instanceof ApiError && error.code === 'plan_required' ? <ToPlans /> : <Failed {...props} />;
}

function ToPlans() {
  const router = useRouter();
  useEffect(() => {
    const premiumPath = router.state.location.href;
    void router.navigate({ to: '/plans', state: { premiumTitle: '', premiumPath }, replace: true });
  }, [router]);
  return <PageSkeleton bare />;
}

function Failed({ error, onRetry, onBack }: PlayerFailedProps) {
  const { t } = useLingui();
  const { title, text, next } = explainFailure(error);
  const help = useRef<HTMLDivElement>(null);
  // A remote control cannot move the focus here, and it is the next step for all other viewers.
  useBackOnline(onRetry, (error instanceof ApiError ? error.code : error.kind) === 'network');
  useEffect(() => help.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  return (
    <main
      // A remote control's way back, wherever the focus is.
      onKeyDown={({ key }) => {
        if (key === 'Escape' && isTelevision()) onBack();
      }}
      className="relative grid min-h-dvh place-items-center bg-black px-6 text-center"
    >
      <button
        type="button"
        aria-label={t`뒤로 가기`}
        className="absolute top-3 left-3 grid size-12 place-items-center rounded-full hover:bg-text/15 tablet:top-6 tablet:left-6"
        onClick={onBack}
      >
        <PlayerIcon name="back" />
      </button>
      <div ref={help} role="alert" className="max-w-md animate-rise">
        <h1 className="text-28">{title}</h1>
        <p className="mt-3 text-quiet">{text}</p>
        <div className="mt-8">
          <NextStep next={next} onRetry={onRetry} onBack={onBack} />
        </div>
      </div>
    </main>
  );
}

interface Explained {
  title: ReactNode;
  text: ReactNode;
  /** The one thing that helps. */
  next: 'retry' | 'leave' | 'profiles';
}

/** Why nothing plays. */
export function explainFailure(error: ApiError | PlaybackFailure): Explained {
  const code = error instanceof ApiError ? error.code : error.kind;
  const said = error instanceof ApiError ? error.message : '';
  switch (code) {
    case 'maturity_blocked':
      return { title: <Trans>이 프로필로는 볼 수 없어요</Trans>, text: said, next: 'profiles' };
    case 'outside_hours':
      return { title: <Trans>지금은 시청 시간이 아니에요</Trans>, text: said, next: 'leave' };
    case 'device_not_served':
      return { title: <Trans>이 기기에서는 들을 수 없어요</Trans>, text: said, next: 'leave' };
    case 'catch_up_ended':
      return { title: <Trans>다시 볼 수 없는 프로그램이에요</Trans>, text: said, next: 'leave' };
    case 'stream_limit':
      return { title: <Trans>동시에 볼 수 있는 기기 수를 넘었어요</Trans>, text: said, next: 'retry' };
    case 'not_ready':
      return { title: <Trans>영상을 준비하고 있어요</Trans>, text: said, next: 'retry' };
    case 'network':
      return {
        title: <Trans>인터넷에 연결되지 않았어요</Trans>,
        text: <Trans>연결을 확인해 주세요. 다시 연결되면 이어서 재생할게요.</Trans>,
        next: 'retry',
      };
    case 'unsupported':
      return {
        title: <Trans>이 브라우저에서는 재생할 수 없어요</Trans>,
        text: <Trans>크롬, 엣지, 파이어폭스, 사파리 최신 버전에서 볼 수 있어요.</Trans>,
        next: 'leave',
      };
    default:
      return {
        title: <Trans>영상을 재생하지 못했어요</Trans>,
        text: said || <Trans>잠시 뒤에 다시 시도해 주세요.</Trans>,
        next: 'retry',
      };
  }
}

type StepProps = Pick<PlayerFailedProps, 'onRetry' | 'onBack'> & { next: Explained['next'] };

function NextStep({ next, onRetry, onBack }: StepProps) {
  if (next !== 'profiles')
    return (
      <Button look="primary" size="lg" onClick={next === 'retry' ? onRetry : onBack}>
        {next === 'retry' ? <Trans>다시 재생하기</Trans> : <Trans>돌아가기</Trans>}
      </Button>
    );
  return isTelevision() ? (
    <Link to="/tv" search={{ choose: 'profile' }} className={buttonClass('primary', 'lg')}>
      <Trans>다른 프로필로 보기</Trans>
    </Link>
  ) : (
    <Link to="/profiles" className={buttonClass('primary', 'lg')}>
      <Trans>다른 프로필로 보기</Trans>
    </Link>
  );
}
