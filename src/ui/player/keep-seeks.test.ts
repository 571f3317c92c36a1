import { expect, test } from 'vitest';
import { keepSeeks } from './keep-seeks.ts';

function playing(at: number) {
  const video = Object.assign(new EventTarget(), { currentTime: at });
  const player = new EventTarget();
  const seek = keepSeeks(video, player, new AbortController().signal);
  const jump = (to: number) => {
    video.currentTime = to;
    player.dispatchEvent(new Event('gapjumped'));
  };
  return { video, seek, jump, arrive: () => video.dispatchEvent(new Event('seeked')) };
}

test('a seek that is undone by a jump to the previous position is repeated', () => {
  const { video, seek, jump } = playing(600);
  seek(3);
  jump(598);
  expect(video.currentTime).toBe(3);
});

test('a jump over a real gap is kept', () => {
  const { video, seek, jump } = playing(600);
  seek(3);
  for (const to of [30, 30, 30]) jump(to);
  expect(video.currentTime).toBe(3);
  jump(30);
  expect(video.currentTime).toBe(30);
  jump(90);
  expect(video.currentTime).toBe(90);
});

test('after a seek has arrived, jumps are the player’s own', () => {
  const { video, seek, jump, arrive } = playing(600);
  seek(3);
  arrive();
  jump(40);
  expect(video.currentTime).toBe(40);
});
