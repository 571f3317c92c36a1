import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { ControlButton } from './control-button.tsx';
import { type Menu, MenuButton } from './menu-button.tsx';
import { clock } from './time.ts';
import type { Timeline } from './use-timeline.ts';

/** The controls of a channel, beside those of a film. */
export interface LiveControls {
  /** The next programme, as a third line of the title. */
  next: string | null;
  /** Called every second with the instant on the screen. */
  onPlayhead: (at: number) => void;
  onChannel: (step: 1 | -1) => void;
  onDigit: (digit: string) => void;
  /** The list of channels, as it opens at the side. */
  channels: (close: () => void) => ReactNode;
  /** The overlay that a remote control's key shows for a moment. */
  overlay: ReactNode;
}

/** Up and down the channels, and their list. On a phone there is room for the list only. */
export function ChannelButtons({ onChannel, menu }: Pick<LiveControls, 'onChannel'> & { menu: Menu }) {
  const { t } = useLingui();
  return (
    <>
      <ControlButton
        icon="up"
        label={t`다음 채널`}
        onPress={() => onChannel(1)}
        className="hidden tablet:grid"
      />
      <ControlButton
        icon="down"
        label={t`이전 채널`}
        onPress={() => onChannel(-1)}
        className="hidden tablet:grid"
      />
      <MenuButton menu={menu} name="channels" label={t`채널 목록`} />
    </>
  );
}

/** The controls of an airing of a channel that plays from its start. */
export interface AiringControls {
  /** Leads to the live channel. */
  onLive: () => void;
}

interface LiveButtonProps {
  /** Whether the picture is live. */
  isLive: boolean;
  /** Seconds behind the live channel; null: not shown. */
  behind: number | null;
  onPress: () => void;
}

/** States that this is live, or by how much it is behind, and leads there. */
export function LiveButton({ isLive, behind, onPress }: LiveButtonProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={isLive ? t`실시간으로 보고 있어요` : t`실시간으로 가기`}
      data-live-edge={isLive ? '' : undefined}
      className={cx(
        'flex h-9 items-center gap-2 rounded-full px-3 text-14 font-bold whitespace-nowrap transition-colors',
        isLive ? 'text-text' : 'bg-text/15 text-text/80 hover:bg-text/25',
      )}
      onClick={onPress}
    >
      <span className={cx('size-2 rounded-full', isLive ? 'bg-vermilion' : 'bg-text/60')} />
      LIVE
      {!isLive && behind !== null && (
        <span className="font-medium tabular-nums" data-behind="">
          −{clock(behind)}
        </span>
      )}
    </button>
  );
}

/** The live button of a channel: behind its edge, it seeks there. */
export function EdgeButton({ timeline: { atEdge, end, seek }, time }: { timeline: Timeline; time: number }) {
  return <LiveButton isLive={atEdge} behind={end - time} onPress={() => seek(end)} />;
}
