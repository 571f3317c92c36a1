/** Notices, questions, pages that staff have written, the sitemap page. */
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { notices } from '../../src/server/modules/support/support.tables.ts';
import { buildFaq, buildFaqCategory, buildNotice, buildPage } from '../../test/build.ts';
import { openBlank, openStory, toldIn } from '../fixtures.ts';
import { dot } from './pictures.ts';
import { type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
let notice: Awaited<ReturnType<typeof buildNotice>>;
let topic: Awaited<ReturnType<typeof buildFaqCategory>>;
let faq: Awaited<ReturnType<typeof buildFaq>>;
let other: Awaited<ReturnType<typeof buildFaq>>;
let terms: Awaited<ReturnType<typeof buildPage>>;
beforeAll(async () => {
  const { db } = story;
  shop = await stockShop(story, 'help');
  for (let n = 1; n <= 22; n += 1) await buildNotice(db, { listedAt: new Date(Date.now() - n * 3_600_000) });
  notice = await buildNotice(db, {
    bodyKo: '<p>굵은 <strong>글</strong></p><script>document.title="x"</script>',
  });
  topic = await buildFaqCategory(db);
  faq = await buildFaq(db, { categoryId: topic.id });
  other = await buildFaq(db);
  terms = await buildPage(db, { slug: 'help-terms' });
  await announceChange(db, 'support');
});

const words = {
  ko: {
    notices: '공지사항',
    back: '목록으로',
    faqs: '자주 묻는 질문',
    category: '분류',
    map: '사이트맵',
    board: '소식과 도움말',
    all: /^전체 보기/,
    gone: '찾으시는 페이지가 없어요',
  },
  en: {
    notices: 'Notices',
    back: 'Back to the list',
    faqs: 'FAQ',
    category: 'Category',
    map: 'Sitemap',
    board: 'News and help',
    all: /^Show all/,
    gone: "Sorry, we can't find that page...",
  },
};

/** The event board, which comes as the end of the page does; the page may still grow until then. */
async function boardOf(page: Page, name: string): Promise<Locator> {
  const board = page.getByRole('region', { name });
  await expect
    .poll(async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      return board.count();
    })
    .toBe(1);
  return board;
}

describe.each(toldIn('ko'))('in %s', (locale) => {
  const say = words[locale];
  const of = (ko: string, en: string) => (locale === 'ko' ? ko : en);

  test('notices: the footer leads to the list, a title to its text, and back; the second page has the rest', async () => {
    const page = await story.open('/', { locale });
    await page.getByRole('contentinfo').getByRole('link', { name: say.notices }).click();
    await page.getByRole('heading', { level: 1, name: say.notices }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(21);
    await page.getByRole('link', { name: of(notice.titleKo, notice.titleEn), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: of(notice.titleKo, notice.titleEn) }).waitFor();
    expect(await page.title()).toContain(of(notice.titleKo, notice.titleEn));
    await page.getByRole('link', { name: say.back }).click();
    await page.getByRole('link', { name: of('2쪽', 'Page 2') }).click();
    await page.waitForURL('**/notice?page=2');
    // What other stories announce meanwhile is there, too.
    const answer = await fetch(`${story.url}/api/get-notices?page=2`);
    const rest = ((await answer.json()) as { data: unknown[] }).data.length;
    expect(rest).toBeGreaterThanOrEqual(3);
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + rest);
    await page.reload();
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + rest);
  });

  test('the event board above the footer has the last five notices, and leads to all of them and to help', async () => {
    const page = await story.open('/', { locale });
    const board = await boardOf(page, say.board);
    const newest = board.getByRole('link', { name: of(notice.titleKo, notice.titleEn) });
    await newest.waitFor();
    expect(await board.locator('time').count()).toBe(5);
    await newest.click();
    await page.getByRole('heading', { level: 1, name: of(notice.titleKo, notice.titleEn) }).waitFor();
    await page.goto(`${story.url}/`);
    await boardOf(page, say.board);
    await board.getByRole('link', { name: say.all }).click();
    await page.waitForURL('**/notice');
    await page.goto(`${story.url}/`);
    await boardOf(page, say.board);
    await board.getByRole('link', { name: say.faqs }).click();
    await page.waitForURL('**/faqs');
  });

  test('the event board shows what is going on, if anything is', async () => {
    const page = await openBlank(story, { locale, shell: true });
    const events = {
      id: 'events',
      slug: 'events',
      title: of('가을 이벤트', 'Autumn events'),
      content: '',
      thumbs: { url: '/images/events', color: '#123456' },
    };
    await page.route('**/api/settings/pages', (route) => route.fulfill({ json: { data: [events] } }));
    await page.route('**/api/settings/pages/events', (route) => route.fulfill({ json: { data: events } }));
    await page.route('**/images/events/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: dot }),
    );
    await page.goto(`${story.url}/notice`);
    const board = await boardOf(page, say.board);
    const picture = board.getByRole('link', { name: events.title, exact: true });
    await picture.waitFor();
    expect(await picture.getAttribute('href')).toBe('/events');
  });

  test('questions: a category filters, a question leads to its answer', async () => {
    const page = await story.open('/faqs', { locale });
    await page.getByRole('link', { name: of(other.questionKo, other.questionEn), exact: true }).waitFor();
    await page.getByLabel(say.category).selectOption(topic.id);
    await page
      .getByRole('link', { name: of(other.questionKo, other.questionEn), exact: true })
      .waitFor({ state: 'detached' });
    await page.getByRole('link', { name: of(faq.questionKo, faq.questionEn), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: of(faq.questionKo, faq.questionEn) }).waitFor();
    await page.getByText(of('답이에요.', 'The answer.')).waitFor();
  });

  test('a page of the staff is found by its address, and an unknown one is the error page', async () => {
    // The app asks once more for what the server did not find.
    const page = await story.open('/help-terms', { locale, expected: [/404.*\/api\//] });
    await page.getByRole('heading', { level: 1, name: of(terms.titleKo, terms.titleEn) }).waitFor();
    await page.goto(`${story.url}/help-nothing`);
    await page.getByRole('heading', { level: 1, name: say.gone }).waitFor();
    await page.goto(`${story.url}/notice/0190a0a0-0000-7000-8000-000000000000`);
    await page.getByRole('heading', { level: 1, name: say.gone }).waitFor();
  });

  test('the sitemap page leads to categories and pages', async () => {
    const page = await story.open('/sitemap', { locale });
    await page
      .getByRole('main')
      .getByRole('link', { name: of(terms.titleKo, terms.titleEn) })
      .waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: of(shop.film.nameKo, shop.film.nameEn), exact: true })
      .click();
    await page.waitForURL(`**/category/${shop.film.slug}`);
  });
});

test('a notice that comes out is said in the page that is open', async () => {
  const page = await openBlank(story);
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/subscription_succeeded.*notices/.test(String(payload))) resolve();
      }),
    );
  });
  await page.goto(`${story.url}/notice`);
  await joined;
  const own = await buildNotice(story.db, { titleKo: '새벽 점검', announcedAt: null });
  await story.pool.query(
    `select graphile_worker.add_job('support_announce_notices', run_at := now(), job_key := 'support:announce-notices')`,
  );
  await page.getByText('새 공지: 새벽 점검').waitFor();
  // The list, too, without a reload.
  await page.getByRole('main').getByRole('link', { name: '새벽 점검' }).waitFor();
  await story.db.delete(notices).where(eq(notices.id, own.id));
  await announceChange(story.db, 'support');
});
