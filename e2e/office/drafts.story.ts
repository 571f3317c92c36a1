/** What was entered and not saved: a reload brings it back, and passwords are never stored. */
import { expect, test } from 'vitest';
import { openStory } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

const restored = '저장하지 않은 내용을 되살렸어요.';

test('a password that was entered is not stored in the browser', async () => {
  const page = await openOffice(story, '/office/staff/create');
  await page.getByLabel('이름').first().fill('새 직원');
  const password = page.getByLabel('비밀번호');
  await password.fill('a long secret phrase');
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await expect.poll(stored).toContain('새 직원');
  expect(await stored()).not.toContain('a long secret phrase');
  await page.reload();
  await page.getByText(restored).waitFor();
  expect(await password.inputValue()).toBe('');
});
