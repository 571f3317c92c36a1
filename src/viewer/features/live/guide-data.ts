/** The guide comes in tiles, a page of channels by some hours; this puts together what is looked at. */
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Airing, GuideChannel } from '../../../contract/viewer/live.ts';
import { useApp } from '../../context.ts';
import { guideHours, guidePageSize, guideQuery } from './live.queries.ts';

const hourMs = 3_600_000;
export const tileMs = guideHours * hourMs;

interface GuideView {
  /** How many channels there are; null until the first answer. */
  total: number | null;
  failed: boolean;
  retry: () => void;
  channelAt(row: number): GuideChannel | undefined;
  /** What a channel shows in the tiles that are there, in the order of time. */
  airingsOf(row: number): readonly Airing[];
}

interface Known {
  channels: Map<number, GuideChannel>;
  size: { total: number | null };
}

/** Loads the tiles that rows and times on the screen lie in. `from` is where the guide begins. */
export function useGuide(
  from: number,
  rows: { first: number; last: number },
  times: { from: number; until: number },
): GuideView {
  const context = useApp();
  const pages = range(Math.floor(rows.first / guidePageSize), Math.floor(rows.last / guidePageSize));
  const tiles = range(
    Math.floor((times.from - from) / tileMs),
    Math.floor((times.until - 1 - from) / tileMs),
  );
  const wanted = pages.flatMap((page) => tiles.map((tile) => ({ page, at: from + tile * tileMs })));
  const results = useQueries({
    queries: wanted.map(({ page, at }) => guideQuery(context, page + 1, at)),
  });
  // What is known of the channels stays known while other tiles are on their way.
  const { channels, size } = useRef<Known>({ channels: new Map(), size: { total: null } }).current;
  const airings = new Map<number, Airing[]>();
  for (const [index, { page }] of wanted.entries()) {
    const data = results[index]?.data;
    if (!data) continue;
    size.total = data.meta.total;
    const first = page * guidePageSize;
    for (const [place, channel] of data.data.channels.entries()) {
      const row = first + place;
      channels.set(row, channel);
      const known = airings.get(row);
      // An airing that crosses a tile's border stands in both.
      const last = known?.at(-1)?.starts_at ?? '';
      if (known) known.push(...channel.airings.filter(({ starts_at }) => starts_at > last));
      else airings.set(row, [...channel.airings]);
    }
  }
  return {
    total: size.total,
    failed: size.total === null && results.some(({ isError }) => isError),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
    channelAt: (row) => channels.get(row),
    airingsOf: (row) => airings.get(row) ?? [],
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
