/** The short messages at the top right: three seconds, with less motion, too; longer while the pointer is on them, gone by a click. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { buildViewer, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    pin: /PIN \(숫자 네 자리\)$/,
    password: '계정 비밀번호',
    set: 'PIN 정하기',
    remove: 'PIN 없애기',
    unlocked: '프로필 잠금을 풀었어요.',
    locked: '프로필을 PIN으로 잠갔어요.',
  },
  en: {
    pin: /PIN \(4 digits\)$/,
    password: 'Account password',
    set: 'Set PIN',
    remove: 'Remove PIN',
    unlocked: 'The profile is no longer locked.',
    locked: 'The profile is locked with a PIN.',
  },
};

/** Whether the three seconds run or stand, as the browser knows it; undefined where nothing counts so long. */
const countdown = (message: Locator) =>
  message.evaluate(
    (element) =>
      element.getAnimations({ subtree: true }).find(({ effect }) => effect?.getTiming().duration === 3000)
        ?.playState,
  );

describe.each(toldIn('en'))('a message, in %s', (locale) => {
  const say = words[locale];

  test('is there for three seconds, longer while the pointer is on it, and not after a press', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, `/account/profile-lock/${viewer.profile.id}`, { locale });
    const press = async (button: string, said: string) => {
      await page.getByLabel(say.password).fill(viewer.password);
      await page.getByRole('button', { name: button, exact: true }).click();
      const message = page.getByRole('alert').filter({ hasText: said });
      await message.waitFor();
      return message;
    };
    // On a busy machine three seconds pass before a message is looked at: its time runs slower until then.
    const browser = await page.context().newCDPSession(page);
    await browser.send('Animation.enable');
    const setPace = (playbackRate: number) => browser.send('Animation.setPlaybackRate', { playbackRate });
    await page.getByLabel(say.pin).fill('7391');
    const width = page.viewportSize()?.width ?? 0;
    await setPace(0.1);
    const message = await press(say.set, say.locked);
    let moves = 0;
    await expect
      .poll(async () => {
        moves += 1;
        await page.mouse.move(width - 60 - (moves % 2), 100);
        return countdown(message);
      })
      .toBe('paused');
    await setPace(1);
    const toTheEdges = async () => {
      const box = await message.boundingBox();
      return box ? [box.y, width - box.x - box.width] : [];
    };
    // Eight pixels below the header.
    await expect.poll(toTheEdges).toEqual([72, 16]);
    expect(await message.getByRole('button').count()).toBe(0);
    await picture(page, `toast-${locale}`);
    await message.click();
    await message.waitFor({ state: 'detached' });

    // Nothing moves for who wants it so; the three seconds are the same.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.mouse.move(10, 400);
    await setPace(0.1);
    const other = await press(say.remove, say.unlocked);
    await expect.poll(() => countdown(other)).toBe('running');
    await setPace(1);
    await other.waitFor({ state: 'detached' });
  });
});
