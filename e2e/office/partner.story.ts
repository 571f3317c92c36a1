/** A content partner's portal: their own start page, titles, figures and statements, and nothing of others. */
import { expect, test } from 'vitest';
import { partnerStatements } from '../../src/server/modules/partner-statements/partner-statements.tables.ts';
import { buildCategory, buildContentPartner, buildProgramme, buildStaff } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { signIn } from './office.ts';

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

  const page = await signIn(story, { as: staff });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await page.reload();
  await page.getByRole('region', { name: '2026-09 정산서' }).getByText('$123.45').waitFor();
  await page.getByRole('link', { name: mine.titleKo }).waitFor();
  expect(await page.getByText(theirs.titleKo).count()).toBe(0);

  const menus = await page
    .getByRole('menuitem')
    .evaluateAll((items) => items.flatMap((item) => item.getAttribute('href') ?? []));
  expect(menus.length).toBeGreaterThan(3);
  for (const menu of [...menus, `/office/programmes/${mine.id}`]) {
    await page.goto(new URL(menu, story.url).href);
    await page.locator('header h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(theirs.titleKo).count(), menu).toBe(0);
  }

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
