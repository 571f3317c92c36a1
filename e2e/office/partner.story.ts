/** A content partner's portal: their own start page, titles, figures and statements, and nothing of others. */
import { expect, test } from 'vitest';
import { partnerStatements } from '../../src/server/modules/partner-statements/partner-statements.tables.ts';
import { buildCategory, buildContentPartner, buildProgramme, buildStaff } from '../../test/build.ts';
import { openStory, picture } from '../fixtures.ts';
import { openOffice, rememberStaff, walkTo } from './office.ts';

const story = openStory();

test('a partner’s portal has their titles and statements, and no menu of it is refused', async () => {
  const [own, other] = [await buildContentPartner(story.db), await buildContentPartner(story.db)];
  const category = await buildCategory(story.db);
  const mine = await buildProgramme(story.db, { categoryId: category.id, contentPartnerId: own.id });
  const theirs = await buildProgramme(story.db, { categoryId: category.id, contentPartnerId: other.id });
  for (const [partner, amountCents] of [
    [own, 12_345],
    [other, 98_765],
  ] as const)
    await story.db.insert(partnerStatements).values({
      contentPartnerId: partner.id,
      month: '2026-09-01',
      partnerKo: partner.nameKo,
      partnerEn: partner.nameEn,
      views: 7,
      minutes: 70,
      shareCents: amountCents,
      minuteCents: 0,
      guaranteeCents: 0,
      amountCents,
      revenueCents: 100_000,
      planSeconds: 4200,
      terms: [],
      madeAt: new Date(),
    });
  const staff = await buildStaff(story.db, {
    contentPartnerId: own.id,
    permissions: {
      programmes: ['read', 'update'],
      'partner-statements': ['read', 'export'],
      reports: ['read'],
    },
  });

  const page = await rememberStaff(story, { as: staff });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await page.goto(`${story.url}/office`);
  await page.getByRole('region', { name: '2026-09 정산서' }).getByText('$123.45').waitFor();
  await page.getByRole('link', { name: mine.titleKo }).waitFor();
  expect(await page.getByText(theirs.titleKo).count()).toBe(0);

  const menus = await page
    .getByRole('menuitem')
    .evaluateAll((items) => items.flatMap((item) => item.getAttribute('href') ?? []));
  expect(menus.length).toBeGreaterThan(3);
  const paths = menus.map((menu) => menu.replace(/^\/office\/?/, '')).filter((path) => path !== '');
  for (const menu of [...paths, `programmes/${mine.id}`]) {
    await walkTo(page, menu);
    expect(await page.getByText(theirs.titleKo).count(), menu).toBe(0);
    // They may create nothing.
    expect(await page.getByText('첫 항목을 만들어 보세요.').count(), menu).toBe(0);
  }

  // A report that is not theirs is no page.
  await walkTo(page, 'reports/customers');
  await page.getByRole('button', { name: '뒤로' }).waitFor();

  await page.goto(`${story.url}/office/partner-statements`);
  await page.getByText('$123.45').waitFor();
  expect(await page.getByText('$987.65').count()).toBe(0);
  await page.getByRole('button', { name: '내보내기' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Excel|xlsx/i }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  // From the list, whose rows have no terms.
  await page.getByText('$123.45').click();
  await page.getByText('이달에 맺은 조건이 없어요.').waitFor();
  expect(refused).toEqual([]);
});

test('terms are entered, shown and asked for in dollars', async () => {
  const partner = await buildContentPartner(story.db, { nameKo: '달러 제휴사' });
  const page = await openOffice(story, '/office/partner-terms/create');
  await page.getByRole('combobox', { name: '제휴사' }).fill('달러');
  await page.getByRole('option', { name: partner.nameKo }).click();
  await page.getByLabel('시작일').fill('2026-01-01');
  await page.getByLabel('분당 금액').fill('0.03');
  await page.getByLabel('월 최소 보장').fill('1500.50');
  await picture(page, 'office-partner-terms');
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('등록했어요.').waitFor();
  const { rows } = await story.pool.query(
    'select per_minute_cents, minimum_guarantee_cents from partner_terms where content_partner_id = $1',
    [partner.id],
  );
  expect(rows).toEqual([{ per_minute_cents: 3, minimum_guarantee_cents: 150_050 }]);
  await page.goto(
    `${story.url}/office/partner-terms?filter=${encodeURIComponent(JSON.stringify({ minimum_guarantee_cents_min: 150_000 }))}`,
  );
  await page.getByText('월 최소 보장 이상: $1,500.00').waitFor();
  await page.getByRole('cell', { name: '$1,500.50' }).waitFor();
  await picture(page, 'office-partner-terms-list');
});
