/** What was entered and not saved: a reload brings it back, and passwords are never stored. */
import { expect, test } from 'vitest';
import { buildInquiry, buildUser } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

const restored = '저장하지 않은 내용을 되살렸어요.';

test('an answer to an inquiry survives a reload, and is forgotten once it is sent', async () => {
  const inquiry = await buildInquiry(story.db, { user: await buildUser(story.db) });
  const page = await openOffice(story, `/office/inquiries/${inquiry.id}/show`);
  const answer = page.getByRole('textbox', { name: '답변', exact: true });
  await answer.fill('확인하고 있어요.');
  await page.reload();
  await expect.poll(() => answer.inputValue()).toBe('확인하고 있어요.');
  await page.getByRole('button', { name: '답변 보내기' }).click();
  await page.getByText(/답변을 보냈습니다/).waitFor();
  await page.reload();
  await answer.waitFor();
  expect(await answer.inputValue()).toBe('');
});

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
