import { describe, expect, test, vi } from 'vitest';
import { openStory, picture } from '../fixtures.ts';
import { buildViewer, locales, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    first: '먼저 본인인지 확인할게요',
    send: '인증 번호 받기',
    code: '인증 번호',
    confirm: '확인하기',
    ask: '내 데이터 요청하기',
    ready: '데이터가 준비됐어요',
    download: /^내려받기/,
    onceADay: '하루에 한 번 요청할 수 있어요.',
  },
  en: {
    first: 'First, confirm that it is you',
    send: 'Send the code',
    code: 'Code',
    confirm: 'Confirm',
    ask: 'Ask for my data',
    ready: 'Your data is ready',
    download: /^Download \(/,
    onceADay: 'You can ask once a day.',
  },
};

describe.each(locales)('a copy of everything that is kept, in %s', (locale) => {
  const say = words[locale];

  test('is asked for after a code from the mailbox, made while the page looks on, and downloaded', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/account/download-data', { locale, width: 360 });
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: say.first }).waitFor();
    await main.getByRole('button', { name: say.send }).click();
    const code = await vi.waitUntil(
      async () => {
        const { rows } = await story.pool.query<{ text: string | null }>(
          `select text from mail_messages where to_address = $1 and template = 'identity_code'`,
          [`${viewer.username}@example.com`],
        );
        return /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0];
      },
      { timeout: 15_000, interval: 100 },
    );
    await page.getByLabel(say.code, { exact: true }).fill(code);
    await main.getByRole('button', { name: say.confirm, exact: true }).click();
    await main.getByRole('button', { name: say.ask }).waitFor();
    await picture(page, `download-data-360-${locale}`);
    await main.getByRole('button', { name: say.ask }).click();
    await main.getByText(say.ready).waitFor();
    await main.getByText(say.onceADay).waitFor();
    await picture(page, `download-data-ready-360-${locale}`);
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: say.download }).click();
    expect((await download).suggestedFilename()).toMatch(/^maru-data-\d{4}-\d\d-\d\d\.zip$/);
  });
});
