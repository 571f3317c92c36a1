import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { buildViewer, expectFocus, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'resume');
});

const words = {
  ko: {
    row: '보던 콘텐츠',
    title: (name: string) => `${name} 님이 보던 콘텐츠`,
    menu: '메뉴',
    later: '지금은 안 볼래요',
    hidden: '다시 볼 때까지 숨겼어요',
    remove: '목록에서 빼기',
    removed: '목록에서 뺐어요',
    undo: '되돌리기',
    resume: '이어보기',
    failed: '저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.',
  },
  en: {
    row: 'Continue watching',
    title: (name: string) => `Continue watching for ${name}`,
    menu: 'Options',
    later: 'Not now',
    hidden: 'Hidden until you play it again',
    remove: 'Remove from this row',
    removed: 'Removed',
    undo: 'Undo',
    resume: 'Resume',
    failed: 'We couldn’t save that. Please try again in a moment.',
  },
};

describe.each(toldIn('ko'))('continue watching on home, in %s', (locale) => {
  const say = words[locale];

  test('a title is put off or removed from its menu by keyboard, and taken back; a failure changes nothing', async () => {
    const viewer = await buildViewer(story);
    const [first, second] = shop.films;
    for (const [film, minutes] of [
      [first, 1],
      [second, 2],
    ] as const)
      await story.db.execute(sql`insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds, updated_at)
          values (${viewer.profile.id}, ${film?.id}, ${viewer.householdId}, ${film?.id}, 1200, 3600, now() - make_interval(mins => ${minutes}))`);
    const title = (locale === 'ko' ? first?.titleKo : first?.titleEn) as string;
    const page = await openAs(story, viewer, '/', {
      locale,
      width: 390,
      expected: [/status of 503/, /^503 /],
    });
    const row = page.getByRole('list', { name: say.row });
    const card = row.getByRole('link', { name: new RegExp(`^${title},`) });
    const menu = row.getByRole('button', { name: new RegExp(title) }).filter({ hasNotText: say.undo });
    await card.waitFor();
    await page
      .getByRole('heading', { level: 2, name: say.title(viewer.profile.name), exact: true })
      .waitFor();
    await picture(page, `continue-${locale}`);

    await card.focus();
    await page.keyboard.press('Tab');
    await expectFocus(menu);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expectFocus(dialog.getByRole('button', { name: say.later }));
    await picture(page, `continue-menu-${locale}`);
    await page.keyboard.press('Enter');
    await row.getByText(say.hidden).waitFor();
    const undo = row.getByRole('button', { name: say.undo });
    await expectFocus(undo);
    await picture(page, `continue-hidden-${locale}`);
    await page.keyboard.press('Enter');
    await card.waitFor();

    await menu.click();
    // The row shows the removal at once; a reload before the answer would cancel the request.
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: say.remove }).click();
    await row.getByText(say.removed).waitFor();
    await answered;
    await page.reload();
    await row.getByRole('listitem').first().waitFor();
    await expect.poll(() => row.getByRole('listitem').count()).toBe(1);
    await expect.poll(() => card.count()).toBe(0);

    // A title whose change could not be saved is where it was.
    await page.route('**/api/continue-watching/**', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } }),
    );
    await row.getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: say.later }).click();
    await page.getByText(say.failed).waitFor();
    await row.getByRole('link').first().waitFor();
  });
});
