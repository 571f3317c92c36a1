import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../../contract/viewer/search.ts';
import { tvFinds } from './tv-finds.ts';

const card = {
  title: '등대',
  premium: 'Free',
  percentage: 0,
  preview_image_thumbs: null,
  skip: '0',
};
const answer = {
  results: [
    { ...card, type: 'e', id: 'episode', episode_name: '첫 파도', episode_number: 3 },
    { ...card, type: 's', id: 'series' },
    { ...card, type: 'm', id: 'planned', skip: '1' },
  ],
  channels: [
    {
      id: 'channel',
      type: 't',
      slug: 'sea',
      number: 7,
      name: '바다',
      premium: 'Premium',
      preview_image_thumbs: null,
      skip: '0',
      now: {
        title: '파도',
        starts_at: '2026-11-29T10:00:00Z',
        ends_at: '2026-11-29T11:00:00Z',
        hidden: false,
      },
      next: null,
      later: [],
    },
    { id: 'station', type: 'r', skip: '0' },
  ],
} as unknown as Pick<SearchAnswer, 'results' | 'channels'>;

test('a television finds titles, channels and episodes that can be played, in this order', () => {
  const finds = tvFinds(answer, (number) => `${number}화`, Date.parse('2026-11-29T10:30:00Z'));
  expect(finds.map(({ title, note, target, found }) => ({ title, note, target, found }))).toEqual([
    { title: '등대', note: '', target: { type: 's', id: 'series' }, found: { id: 'series', type: 's' } },
    {
      title: '7 바다',
      note: '파도',
      target: { type: 't', id: 'sea' },
      found: { id: 'channel', type: 't' },
    },
    {
      title: '등대',
      note: '3화 · 첫 파도',
      target: { type: 'e', id: 'episode' },
      found: { id: 'episode', type: 'e' },
    },
  ]);
});
