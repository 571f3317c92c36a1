/* biome-ignore-start lint/a11y/useSemanticElements: a table cannot be rendered in part; this is the pattern of a grid */
/* biome-ignore-start lint/a11y/useFocusableInteractive: the focus is on the buttons inside the cells, one of them at a time */
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Airing, GuideChannel } from '../../../contract/viewer/live.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { clockNow } from '../../clock.ts';
import { useApp } from '../../context.ts';
import { Failed } from '../../page/failed.tsx';
import { usePlay } from '../playback/use-play.ts';
import type { Chosen } from './airing-dialog.tsx';
import { AiringProgress } from './airing-progress.tsx';
import { useGuide } from './guide-data.ts';
import { GuideSkeleton } from './guide-skeleton.tsx';
import { useNow } from './on-air.ts';
import { spanText, timeText } from './times.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const halfHours = 48;
const spanMs = (halfHours / 2) * hourMs;

const pixelsPerMinute = 6;
/** Room for a number and three lines of a name, at the text spacing that a reader may set (WCAG 1.4.12). */
const rowHeight = 84;
const headHeight = 40;
const columnWidth = 224;
/** A cell narrower than this shows its text only while it is open. */
const narrowest = 48;
/** A cell narrower than this has little space beside its text. */
const tight = 96;
/** Time and rows rendered outside the visible part, so that scrolling shows no gaps. */
const spareRows = 4;
const spareMs = hourMs;

const pixels = (ms: number) => (ms / minuteMs) * pixelsPerMinute;

/** Time in view before now. */
const leadMs = 2 * hourMs;

/** The instant that a day's first focus is at: now, or the beginning of another day. */
function homeOf(from: number): number {
  const now = clockNow();
  return now < from + spanMs ? Math.max(from, now) : from;
}

interface Cell {
  row: number;
  /** An instant within the airing: going up and down keeps it. */
  at: number;
}

interface GuideGridProps {
  /** Where the day begins, on a half hour. */
  from: number;
  onChoose: (chosen: Chosen) => void;
}

/**
 * Channels by time. Only the visible part is rendered, however many channels there are. The arrow keys move from airing to
 * airing as a remote would, and Tab passes through in one step.
 */
export function GuideGrid({ from, onChoose }: GuideGridProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  const now = useNow() ?? from;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, left: 0, width: 1200, height: 600 });
  const [cell, setCell] = useState<Cell>({ row: 0, at: homeOf(from) });
  /** The focus has to follow once the cell is rendered. */
  const follow = useRef(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element;
      setSeen({ top, left, width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const first = Math.max(0, Math.floor(seen.top / rowHeight) - spareRows);
  const last = Math.ceil((seen.top + seen.height) / rowHeight) + spareRows;
  const leftAt = from + (seen.left / pixelsPerMinute) * minuteMs;
  const times = {
    from: Math.max(from, leftAt - spareMs),
    until: Math.min(from + spanMs, leftAt + (seen.width / pixelsPerMinute) * minuteMs + spareMs),
  };
  const guide = useGuide(from, { first, last }, times);
  const total = guide.total ?? 0;
  const isLoaded = guide.total !== null;
  useLayoutEffect(() => {
    // Only the part of today that is over begins long before now. The loading guide is too narrow to scroll.
    if (isLoaded && box.current) box.current.scrollLeft = Math.max(0, pixels(homeOf(from) - from - leadMs));
  }, [from, isLoaded]);
  const rows = Array.from(
    { length: Math.max(0, Math.min(total - 1, last) - first + 1) },
    (_, at) => first + at,
  );
  const rendered = rows.includes(cell.row) || total === 0 ? rows : [...rows, cell.row];

  /** Brings a cell into view, below the times and beside the channels. */
  const show = (row: number, airing: Airing) => {
    const element = box.current;
    if (!element) return;
    const top = row * rowHeight;
    const roomDown = element.clientHeight - headHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + roomDown) element.scrollTop = top + rowHeight - roomDown;
    const begin = pixels(Math.max(from, Date.parse(airing.starts_at)) - from);
    const end = pixels(Math.min(from + spanMs, Date.parse(airing.ends_at)) - from);
    const roomAside = element.clientWidth - columnWidth;
    if (begin < element.scrollLeft || end - begin > roomAside) element.scrollLeft = begin;
    else if (end > element.scrollLeft + roomAside) element.scrollLeft = end - roomAside;
  };
  const airingAt = (row: number, at: number) => {
    const airings = guide.airingsOf(row);
    return airings.find(({ ends_at }) => Date.parse(ends_at) > at) ?? airings.at(-1);
  };
  const move = (row: number, at: number) => {
    const bounded = Math.min(total - 1, Math.max(0, row));
    const airing = airingAt(bounded, at);
    follow.current = true;
    setCell({ row: bounded, at: Math.min(from + spanMs - 1, Math.max(from, at)) });
    if (airing) show(bounded, airing);
    else if (box.current) box.current.scrollTop = bounded * rowHeight;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const current = airingAt(cell.row, cell.at);
    const pageRows = Math.max(1, Math.floor((seen.height - headHeight) / rowHeight) - 1);
    const steps: Record<string, (() => void) | undefined> = {
      ArrowUp: cell.row > 0 ? () => move(cell.row - 1, cell.at) : undefined,
      ArrowDown: () => move(cell.row + 1, cell.at),
      ArrowLeft: () => current && move(cell.row, Date.parse(current.starts_at) - 1),
      ArrowRight: () => current && move(cell.row, Date.parse(current.ends_at)),
      PageUp: () => move(cell.row - pageRows, cell.at),
      PageDown: () => move(cell.row + pageRows, cell.at),
      Home: () => move(cell.row, homeOf(from)),
    };
    const step = steps[event.key];
    // From the first channel, up leaves the guide.
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  useEffect(() => {
    if (!follow.current) return;
    const target = box.current?.querySelector<HTMLElement>('[data-airing][tabindex="0"]');
    if (!target) return;
    follow.current = false;
    target.focus({ preventScroll: true });
    // The focused cell is open, and may reach further than its airing.
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const isToday = now >= from && now < from + spanMs;
  return (
    <div className="gutter mt-4">
      <div
        ref={box}
        role="grid"
        aria-label={t`채널 편성표`}
        aria-rowcount={total + 1}
        className="@container relative h-[max(420px,calc(100dvh-256px))] overflow-auto overscroll-contain rounded-md border border-line bg-surface"
        style={{ scrollPaddingTop: headHeight, scrollPaddingLeft: columnWidth }}
        onKeyDown={onKeyDown}
      >
        {guide.failed ? (
          <Failed className="p-16 text-center" onRetry={guide.retry}>
            <Trans>편성표를 불러오지 못했어요</Trans>
          </Failed>
        ) : guide.total === null ? (
          <GuideSkeleton />
        ) : (
          <div
            className="relative"
            style={{ width: columnWidth + pixels(spanMs), height: headHeight + total * rowHeight }}
          >
            <Head from={from} now={isToday ? now : null} />
            {rendered.map((row) => {
              const channel = guide.channelAt(row);
              return (
                <div
                  key={row}
                  role="row"
                  aria-rowindex={row + 2}
                  className="group/row absolute inset-x-0 flex border-t border-line/60"
                  style={{ top: headHeight + row * rowHeight, height: rowHeight }}
                >
                  {channel && (
                    <>
                      <ChannelHead channel={channel} />
                      <Airings
                        channel={channel}
                        airings={guide.airingsOf(row)}
                        from={from}
                        times={times}
                        now={now}
                        focused={cell.row === row ? airingAt(row, cell.at)?.starts_at : undefined}
                        onFocus={(at) => setCell({ row, at })}
                        onChoose={onChoose}
                        locale={locale}
                      />
                    </>
                  )}
                </div>
              );
            })}
            {isToday && (
              <div
                aria-hidden="true"
                className="pointer-events-none absolute bottom-0 z-10 w-0.5 bg-vermilion/70"
                style={{ left: columnWidth + pixels(now - from), top: headHeight }}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function Head({ from, now }: { from: number; now: number | null }) {
  const { t } = useLingui();
  const { locale } = useApp();
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-30 flex bg-surface text-14 font-semibold text-quiet"
      style={{ height: headHeight }}
    >
      <div
        role="columnheader"
        className="sticky left-0 z-10 grid shrink-0 place-items-center border-r border-line bg-surface"
        style={{ width: columnWidth }}
      >
        {t`채널`}
      </div>
      {Array.from({ length: halfHours }, (_, index) => {
        const at = from + (index * hourMs) / 2;
        return (
          <div
            key={at}
            role="columnheader"
            className="flex shrink-0 items-center border-l border-line/60 px-3 tabular-nums"
            style={{ width: pixels(hourMs / 2) }}
          >
            {timeText(locale, at)}
          </div>
        );
      })}
      {now !== null && (
        <div
          aria-hidden="true"
          className="absolute bottom-0 size-3 -translate-x-[5px] translate-y-1/2 rounded-full bg-vermilion"
          style={{ left: columnWidth + pixels(now - from) }}
        />
      )}
    </div>
  );
}

function ChannelHead({ channel }: { channel: GuideChannel }) {
  return (
    <div
      role="rowheader"
      // It grows to the whole name while the row has the focus or the pointer.
      className="sticky left-0 z-20 flex h-full min-h-full shrink-0 items-center gap-3 border-r border-b border-line border-b-transparent bg-surface px-3 py-1 group-focus-within/row:z-25 group-focus-within/row:h-max group-focus-within/row:border-b-line group-hover/row:z-25 group-hover/row:h-max group-hover/row:border-b-line"
      style={{ width: columnWidth }}
    >
      <Picture
        image={channel.preview_image_thumbs}
        kind="landscape"
        sizes="64px"
        className="w-16 shrink-0 rounded-sm"
      />
      <span className="min-w-0">
        <span className="flex items-center gap-1 text-12 text-quiet tabular-nums">
          {channel.number}
          {channel.premium === 'Premium' && <Icon name="premium" size={14} className="text-gold" />}
        </span>
        <span className="line-clamp-3 text-14 leading-tight font-bold group-focus-within/row:line-clamp-none group-hover/row:line-clamp-none">
          {channel.name}
        </span>
      </span>
    </div>
  );
}

interface AiringsProps {
  channel: GuideChannel;
  airings: readonly Airing[];
  from: number;
  times: { from: number; until: number };
  now: number;
  /** Start of the airing that Tab goes to. */
  focused: string | undefined;
  onFocus: (at: number) => void;
  onChoose: (chosen: Chosen) => void;
  locale: 'ko' | 'en';
}

function Airings({ channel, airings, from, times, now, focused, onFocus, onChoose, locale }: AiringsProps) {
  const { t } = useLingui();
  const play = usePlay();
  const shown = airings.filter(
    ({ starts_at, ends_at }) =>
      starts_at === focused || (Date.parse(ends_at) > times.from && Date.parse(starts_at) < times.until),
  );
  if (shown.length === 0) {
    return (
      <div role="gridcell" className="flex items-center px-4 text-14 text-quiet">
        {channel.skip === '1' ? <Trans>준비 중</Trans> : null}
      </div>
    );
  }
  return shown.map((airing) => {
    const [begin, end] = [
      Math.max(from, Date.parse(airing.starts_at)),
      Math.min(from + spanMs, Date.parse(airing.ends_at)),
    ];
    const width = pixels(end - begin);
    const isNow = Date.parse(airing.starts_at) <= now && Date.parse(airing.ends_at) > now;
    const title = airing.hidden ? t`볼 수 없는 프로그램` : airing.title;
    const span = spanText(locale, airing);
    const open = () => {
      if (isNow && !airing.hidden) {
        play({ premium: channel.premium, title: channel.name }, { type: 't', id: channel.slug });
      } else if (!airing.hidden) onChoose({ channel, airing });
    };
    return (
      <div
        key={airing.starts_at}
        role="gridcell"
        className="absolute inset-y-0 p-0.5 focus-within:z-15 hover:z-15"
        style={{ left: columnWidth + pixels(begin - from), width }}
      >
        <button
          type="button"
          data-airing=""
          tabIndex={airing.starts_at === focused ? 0 : -1}
          aria-label={[title, airing.subtitle, span, isNow && t`지금 방송 중`].filter(Boolean).join(', ')}
          data-narrow={width < narrowest ? '' : undefined}
          className={cx(
            'guide-cell relative flex flex-col justify-center overflow-clip rounded-sm text-left focus-visible:outline-offset-0',
            isNow ? 'bg-line hover:brightness-110' : 'bg-raised hover:brightness-125',
            airing.hidden && 'text-quiet',
          )}
          onFocus={() => onFocus(begin)}
          onClick={open}
        >
          {/* A long programme keeps its name in sight while its beginning is scrolled away. */}
          <span
            className={cx('sticky self-start py-1', width < tight ? 'px-1.5' : 'px-3')}
            // No wider than the visible part of the guide.
            style={{ left: columnWidth, maxWidth: `min(100%, 100cqw - ${columnWidth}px)` }}
          >
            <span className="text-14 leading-tight font-bold">{title}</span>
            <span className="text-12 leading-tight text-quiet">
              {airing.subtitle ? `${airing.subtitle} · ${span}` : span}
            </span>
          </span>
          {isNow && (
            <span className="absolute inset-x-0 bottom-0">
              <AiringProgress airing={airing} at={now} />
            </span>
          )}
        </button>
      </div>
    );
  });
}
/* biome-ignore-end lint/a11y/useSemanticElements: until here */
/* biome-ignore-end lint/a11y/useFocusableInteractive: until here */
