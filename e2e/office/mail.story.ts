/** The outbox: what the service has written to people, and without a mail server the place where it is read. */
import { describe, expect, test } from 'vitest';
import { buildMail, unique } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { openOffice, showPersonalData } from './office.ts';

const story = openStory();
const words = {
  ko: {
    search: '검색',
    unsent: '보내지 않음',
    why: '메일 서버가 설정되지 않아서 보내지 않고 보관만 했어요.',
    body: '메일 본문',
    unreadable: '한 달이 지났거나 인증 번호·링크가 든 메일이라 내용을 볼 수 없어요.',
  },
  en: {
    search: 'Search',
    unsent: 'Not sent',
    why: 'No mail server is set up, so this was not sent.',
    body: 'Message',
    unreadable:
      'This is older than a month, or holds a code or link that opens an account, so it cannot be read here.',
  },
};

describe.each(toldIn('en'))('the outbox, in %s', (locale) => {
  const say = words[locale];

  test('a code that was kept is found by its address, and read in both forms of the message', async () => {
    const name = unique('outbox');
    const email = `${name}@example.com`;
    const signUp = await fetch(`${story.url}/api/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-locale': locale },
      body: JSON.stringify({
        username: name,
        email,
        password: 'a long way home to Busan',
        terms: true,
      }),
    });
    expect(signUp.status).toBe(200);
    const stateOf = async () => {
      const { rows } = await story.pool.query('select state from mail_messages where to_address = $1', [
        email,
      ]);
      return rows[0]?.state;
    };
    await expect.poll(stateOf).toBe('unsent');

    // Without another the list would look the same before it is filtered.
    await buildMail(story.db);
    const page = await openOffice(story, '/office/mail', { locale });
    await page.getByLabel(say.search).fill(email);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('cell', { name: say.unsent }).waitFor();
    await page.getByRole('cell', { name: /^\w•••@e•••\.com$/ }).click();
    await page.getByText(say.why).waitFor();
    expect(await page.locator('pre').count()).toBe(0);
    await showPersonalData(page, locale);
    await page.getByText(email).first().waitFor();
    const plain = await page.locator('pre').innerText();
    const code = /\b\d{6}\b/.exec(plain)?.[0];
    expect(code).toBeDefined();
    await page
      .frameLocator(`iframe[title="${say.body}"]`)
      .getByText(code as string)
      .first()
      .waitFor();
    await picture(page, `office-mail-${locale}`);
  });

  test('a code that was sent is for its reader alone', async () => {
    const mail = await buildMail(story.db, { template: 'sign_up_code', text: '123456', html: '123456' });
    const page = await openOffice(story, `/office/mail/${mail.id}/show`, { locale });
    await page.getByText(say.unreadable).waitFor();
    expect(await page.getByText('123456').count()).toBe(0);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
