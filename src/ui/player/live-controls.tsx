import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { ControlButton } from './control-button.tsx';
import { type Menu, MenuButton } from './menu-button.tsx';
import type { Timeline } from './use-timeline.ts';

/** What a channel has beside a film's controls. */
export interface LiveControls {
  /** What comes next, as a third line of the title. */
  next: string | null;
  /** The instant on the screen, told every second. */
  onPlayhead: (at: number) => void;
  onChannel: (step: 1 | -1) => void;
  onDigit: (digit: string) => void;
  /** The list of channels, as it opens at the side. */
  channels: (close: () => void) => ReactNode;
  /** What a remote control's key shows for a moment. */
  overlay: ReactNode;
}

/** Up and down the channels, and their list. */
export function ChannelButtons({ onChannel, menu }: Pick<LiveControls, 'onChannel'> & { menu: Menu }) {
  const { t } = useLingui();
  return (
    <>
      <ControlButton icon="up" label={t`다음 채널`} onPress={() => onChannel(1)} />
      <ControlButton icon="down" label={t`이전 채널`} onPress={() => onChannel(-1)} />
      <MenuButton menu={menu} name="channels" label={t`채널 목록`} />
    </>
  );
}

/** Says that this is live; behind, it leads back there. */
export function LiveButton({ timeline: { atEdge, end, seek } }: { timeline: Timeline }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={atEdge ? t`실시간으로 보고 있어요` : t`실시간으로 가기`}
      data-live-edge={atEdge ? '' : undefined}
      className={cx(
        'flex h-9 items-center gap-2 rounded-full px-3 text-14 font-bold whitespace-nowrap transition-colors',
        atEdge ? 'text-text' : 'bg-text/15 text-text/80 hover:bg-text/25',
      )}
      onClick={() => seek(end)}
    >
      <span className={cx('size-2 rounded-full', atEdge ? 'bg-vermilion' : 'bg-text/60')} />
      LIVE
    </button>
  );
}
