import { describe, expect, test } from 'vitest';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { buildViewer, codeTo, openAs } from './shop.ts';

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

describe.each(toldIn('ko'))('a copy of everything that is kept, in %s', (locale) => {
  const say = words[locale];

  test('is asked for after a code from the mailbox, made while the page looks on, and downloaded', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/account/download-data', { locale, width: 360 });
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: say.first }).waitFor();
    await main.getByRole('button', { name: say.send }).click();
    const code = await codeTo(story, `${viewer.username}@example.com`, 'identity_code');
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
