/** The page for advertisers and partners: places for ads, inquiries, the media kit, the offices. */
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { branches } from '../../src/contract/branches.ts';
import { openStory, toldIn } from '../fixtures.ts';
import { stockShop } from './shop.ts';

const story = openStory();
beforeAll(async () => {
  await stockShop(story, 'partner');
});

const words = {
  ko: {
    title: '광고·제휴',
    places: '광고가 보이는 자리',
    titles: '이런 작품과 함께해요',
    main: /홈 메인 배너/,
    inquiry: '광고 문의',
    content: '콘텐츠 제휴 문의',
    office: '지점 문의',
    company: '회사 이름:',
    kit: '매체 소개서 내려받기',
    kitTitle: '매체 소개서',
    offices: '지점',
    map: (name: string) => `${name} 지도 보기, 새 창`,
  },
  en: {
    title: 'Advertise',
    places: 'Where ads appear',
    titles: 'Your ad runs alongside',
    main: /Home page main banner/,
    inquiry: 'Advertising inquiry',
    content: 'Content partnership inquiry',
    office: 'Office inquiry',
    company: 'Company:',
    kit: 'Download the media kit',
    kitTitle: 'Media Kit',
    offices: 'Branches',
    map: (name: string) => `View map of ${name}, opens in a new window`,
  },
};

describe.each(toldIn('en'))('for partners, in %s', (locale) => {
  const say = words[locale];

  test('two sliders show where ads appear and beside what', async () => {
    const page = await story.open('/partner', { locale });
    await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    const places = page.getByRole('list', { name: say.places });
    await expect.poll(() => places.getByRole('listitem').count()).toBe(4);
    expect(await places.getByRole('link', { name: say.main }).getAttribute('href')).toMatch(
      /^mailto:.+subject=/,
    );
    await expect
      .poll(() => page.getByRole('list', { name: say.titles }).getByRole('link').count())
      .toBeGreaterThan(3);
  });

  test('each inquiry opens an e-mail with its subject and what to fill in', async () => {
    const page = await story.open('/partner', { locale });
    for (const name of [say.inquiry, say.content, say.office]) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const mail = new URL(href ?? '');
      expect(mail.protocol).toBe('mailto:');
      expect(mail.pathname).toMatch(/@/);
      expect(mail.searchParams.get('subject')).toBe(name);
      expect(mail.searchParams.get('body')).toContain(say.company);
    }
  });

  test('the media kit is a file that can be kept', async () => {
    const page = await story.open('/partner', { locale });
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: say.kit }).click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe(`media-kit-${locale}.html`);
    const kit = await text(await download.createReadStream());
    expect(kit).toContain(say.kitTitle);
    expect(kit).toContain('Honolulu, HI');
  });

  test('every office is in the table, with a map in a window of its own', async () => {
    const page = await story.open('/partner', { locale });
    const table = page.getByRole('table', { name: say.offices });
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 6);
    for (const branch of branches) {
      const name = locale === 'ko' ? branch.name_ko : branch.name_en;
      const link = table.getByRole('link', { name: say.map(name) });
      expect(await link.getAttribute('target')).toBe('_blank');
      const map = new URL((await link.getAttribute('href')) ?? '');
      expect(map.searchParams.get('query')).toBe(branch.place);
    }
  });
});
