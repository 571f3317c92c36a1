import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { buildInquiry, buildUser } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

const words = {
  ko: {
    canned: '준비된 답변',
    name: ['이름 (한국어)', '이름 (영어)'],
    body: ['내용 (한국어)', '내용 (영어)'],
    save: '저장',
    create: '만들기',
    insert: '준비된 답변 넣기',
    answer: '답변',
    send: '답변 보내기',
    required: '이 칸의 입력은 필수입니다.',
    conflict: /그사이 새 글이나 변경이 있었어요/,
    sent: /답변을 보냈어요/,
    answered: '답변 완료',
    close: '문의 종료',
    confirm: '확인',
    changed: '상태를 바꿨어요.',
    closed: '종료된 문의예요. 답변하려면 다시 여세요.',
  },
  en: {
    canned: 'Canned answers',
    name: ['Name (Korean)', 'Name (English)'],
    body: ['Text (Korean)', 'Text (English)'],
    save: 'Save',
    create: 'Create',
    insert: 'Insert a canned answer',
    answer: 'Answer',
    send: 'Send answer',
    required: 'Answer is required.',
    conflict: /Something was written or changed meanwhile/,
    sent: /Answer sent/,
    answered: 'Answered',
    close: 'Close',
    confirm: 'Confirm',
    changed: 'Status updated.',
    closed: 'This inquiry is closed. Reopen it to answer.',
  },
};

describe.each(toldIn('en'))('inquiries in the office, in %s', (locale) => {
  const say = words[locale];

  test('a canned answer is written once and put into an answer, which waits when the customer has written meanwhile', async () => {
    const user = await buildUser(story.db);
    const title = `자막이 밀려요 ${user.username}`;
    const inquiry = await buildInquiry(story.db, { user, title, body: '두 화가 모두 그래요. <i>🙂</i>' });
    const page = await openOffice(story, '/office/canned-answers/create', {
      locale,
      expected: [/status of 409/, /status of 422/],
    });
    const greeting = `인사 ${user.username}`;
    for (const [index, label] of say.name.entries())
      await page.getByLabel(label).fill(index === 0 ? greeting : `${greeting} EN`);
    for (const [index, label] of say.body.entries())
      await page.getByLabel(label).fill(index === 0 ? '안녕하세요, 고객님.' : 'Hello there.');
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await page.waitForURL(/canned-answers\/[0-9a-f-]{36}/);

    await page.goto(`${story.url}/office/inquiries`);
    await page.getByRole('cell', { name: title }).click();
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await page.getByText('두 화가 모두 그래요. <i>🙂</i>').waitFor();
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.required).waitFor();
    await page.getByLabel(say.insert).click();
    await page.getByRole('option', { name: locale === 'ko' ? greeting : `${greeting} EN` }).click();
    const answer = page.getByRole('textbox', { name: say.answer, exact: true });
    await expect.poll(() => answer.inputValue()).toBe('안녕하세요, 고객님.');
    await picture(page, `office-inquiry-${locale}`);

    await story.db.execute(
      sql`insert into inquiries_messages (id, inquiry_id, household_id, body, created_at)
        values (gen_random_uuid(), ${inquiry.id}, ${user.householdId}, '하나 더 있어요.', now())`,
    );
    await story.db.execute(sql`update inquiries set updated_at = now() where id = ${inquiry.id}`);
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.conflict).waitFor();
    await page.getByText('하나 더 있어요.').waitFor();
    expect(await answer.inputValue()).toBe('안녕하세요, 고객님.');
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.sent).waitFor();
    await page.getByText(say.answered, { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: '안녕하세요, 고객님.' }).waitFor();

    await page.getByRole('button', { name: say.close, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click();
    await page.getByText(say.changed).waitFor();
    await page.getByText(say.closed).waitFor();
    await picture(page, `office-inquiry-closed-${locale}`);
    await page.goto(`${story.url}/office/inquiries`);
    await page.getByRole('cell', { name: title }).waitFor();
    await picture(page, `office-inquiries-${locale}`);
  });
});
