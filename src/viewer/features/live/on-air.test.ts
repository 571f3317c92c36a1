import { describe, expect, it } from 'vitest';
import type { Airing } from '../../../contract/viewer/live.ts';
import { onAir, shareOver } from './on-air.ts';

const airing = (title: string, from: number, until: number): Airing => ({
  starts_at: new Date(from).toISOString(),
  ends_at: new Date(until).toISOString(),
  title,
  subtitle: '',
  programme: null,
  maturity: 0,
  image: null,
  hidden: false,
});
const card = {
  now: airing('a', 0, 100),
  next: airing('b', 100, 200),
  later: [airing('c', 200, 300), airing('d', 400, 500)],
};
const titles = (at: number) => {
  const { now, next } = onAir(card, at);
  return [now?.title, next?.title];
};

describe('what is on', () => {
  it('gives way to what comes next by the clock', () => {
    expect(titles(99)).toEqual(['a', 'b']);
    expect(titles(100)).toEqual(['b', 'c']);
    expect(titles(299)).toEqual(['c', 'd']);
  });

  it('is nothing between two airings and after the last one that is known', () => {
    expect(titles(350)).toEqual([undefined, 'd']);
    expect(titles(500)).toEqual([undefined, undefined]);
  });

  it('is over by a share', () => {
    expect(shareOver(card.next, 150)).toBe(50);
    expect(shareOver(card.next, 900)).toBe(100);
  });
});
