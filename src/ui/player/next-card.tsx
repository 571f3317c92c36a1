import { Trans, useLingui } from '@lingui/react/macro';
import type { Image } from '../../contract/wire.ts';
import { Button } from '../components/button.tsx';
import { Picture } from '../components/picture.tsx';

interface NextCardProps {
  title: string;
  image: Image | null;
  /** An episode, unless it is a clip or the live channel. */
  kind?: 'clip' | 'live';
  /** Seconds until it starts automatically; 0 if it does not. */
  seconds: number;
  onPlay: () => void;
  onDismiss: () => void;
}

/**
 * The offer of the next episode, the next clip or the live channel near the end. It starts when the countdown ends. Without a countdown
 * it waits for a press. At the upper right, away from captions. A screen reader announces it once, without the seconds.
 */
export function NextCard({ title, image, kind, seconds, onPlay, onDismiss }: NextCardProps) {
  const { t } = useLingui();
  const name = kind === 'live' ? t`실시간 TV` : kind === 'clip' ? t`다음 영상` : t`다음 회차`;
  return (
    <section
      aria-label={name}
      className="absolute top-20 right-4 z-20 w-[min(320px,calc(100vw-32px))] animate-rise overflow-hidden rounded-md border border-line bg-surface/95 shadow-panel backdrop-blur-xl tablet:top-24 tablet:right-10"
    >
      <div className="hidden tablet:block">
        <Picture image={image} kind="landscape" sizes="320px" />
      </div>
      <div className="space-y-3 p-4">
        <div>
          <p className="sr-only" role="status">
            {name}
          </p>
          <p className="text-14 text-quiet" aria-hidden="true">
            {seconds === 0 ? (
              name
            ) : kind === 'clip' ? (
              <Trans>{seconds}초 뒤에 다음 영상이 시작돼요</Trans>
            ) : (
              <Trans>{seconds}초 뒤에 다음 회차가 시작돼요</Trans>
            )}
          </p>
          <p className="truncate font-bold">{title}</p>
        </div>
        <div className="flex gap-2" data-remote-line="">
          <Button look="plain" className="flex-1" onClick={onPlay}>
            {kind === 'live' ? <Trans>실시간으로 가기</Trans> : <Trans>지금 보기</Trans>}
          </Button>
          <Button onClick={onDismiss}>
            <Trans>취소</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
