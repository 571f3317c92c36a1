import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChannelCard } from '../../../contract/viewer/live.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { AiringProgress } from './airing-progress.tsx';
import { onAir } from './on-air.ts';

interface ChannelListProps {
  onClose: () => void;
  channels: readonly ChannelCard[];
  current: string;
  at: number;
  onChoose: (id: string) => void;
}

/** The channels at the player's side, with their current programmes; up and down move through them. */
export function ChannelList({ channels, current, at, onChoose, onClose }: ChannelListProps) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen =
      list.current?.querySelector<HTMLElement>('[aria-current=true]') ??
      list.current?.querySelector<HTMLElement>('button');
    chosen?.focus({ preventScroll: true });
    chosen?.scrollIntoView({ block: 'center' });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    const from = buttons.findIndex((button) => button.contains(document.activeElement));
    buttons[Math.min(buttons.length - 1, Math.max(0, from + step))]?.focus();
  };
  return (
    <div
      role="dialog"
      aria-label={t`채널 목록`}
      className="absolute inset-y-0 right-0 z-30 w-[min(400px,100vw)] animate-fade overflow-y-auto overscroll-contain border-l border-line bg-surface/95 px-2 py-4 text-left shadow-panel backdrop-blur-xl"
      onKeyDown={onKeyDown}
    >
      <div className="mb-2 flex items-center justify-between pl-2">
        <h2 className="text-18 font-bold">
          <Trans>채널 목록</Trans>
        </h2>
        <button
          type="button"
          aria-label={t`닫기`}
          className="grid size-11 place-items-center rounded-full hover:bg-text/15"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <ul ref={list} className="space-y-1">
        {channels.map((channel) => {
          const { now, next } = onAir(channel, at);
          return (
            <li key={channel.id} className="[contain-intrinsic-size:auto_84px] [content-visibility:auto]">
              <button
                type="button"
                disabled={channel.skip === '1'}
                aria-current={channel.id === current}
                className={cx(
                  'flex w-full items-center gap-3 rounded-md p-2 text-left focus-visible:-outline-offset-2 disabled:opacity-60',
                  channel.id === current ? 'bg-raised' : 'hover:bg-raised/60',
                )}
                onClick={() => onChoose(channel.id)}
              >
                <Picture
                  image={channel.preview_image_thumbs}
                  kind="landscape"
                  sizes="112px"
                  className="w-28 shrink-0 rounded-sm"
                />
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-1 text-12 text-quiet">
                    <span className="truncate">
                      {channel.number} {channel.name}
                    </span>
                    {channel.premium === 'Premium' && <Icon name="premium" size={14} className="text-gold" />}
                  </span>
                  <span className="block truncate font-bold">
                    {channel.skip === '1' ? (
                      <Trans>준비 중</Trans>
                    ) : now?.hidden ? (
                      <Trans>볼 수 없는 프로그램</Trans>
                    ) : (
                      (now?.title ?? <Trans>지금은 방송이 없어요</Trans>)
                    )}
                  </span>
                  {now && (
                    <span className="mt-1 block">
                      <AiringProgress airing={now} at={at} />
                    </span>
                  )}
                  {next && !next.hidden && (
                    <span className="mt-1 block truncate text-12 text-quiet">
                      <Trans>다음 {next.title}</Trans>
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
