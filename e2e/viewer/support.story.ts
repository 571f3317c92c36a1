/** Notices, questions, pages that staff have written, the sitemap page. */
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/changes.ts';
import { buildFaq, buildFaqCategory, buildNotice, buildPage } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { locales, type Shop, stockShop } from './shop.ts';

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
  for (let n = 1; n <= 22; n += 1)
    await buildNotice(db, { publishedAt: new Date(Date.now() - n * 3_600_000) });
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
    gone: '찾으시는 페이지가 없어요',
  },
  en: {
    notices: 'Notices',
    back: 'Back to the list',
    faqs: 'FAQ',
    category: 'Category',
    map: 'Sitemap',
    gone: "Sorry, we can't find that page...",
  },
};

describe.each(locales)('in %s', (locale) => {
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
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await page.reload();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
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
