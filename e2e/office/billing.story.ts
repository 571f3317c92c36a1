/** Money in the office: a plan that was paid by check, noted, partly refunded after a question, and seen in the list. */
import { beforeAll, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildPlan, buildUser } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

beforeAll(async () => {
  await buildPlan(story.db, { nameKo: '수표 이용권', nameEn: 'Check Plan', priceCents: 1_500, active: true });
  await announceChange(story.db, 'plans');
});

test('a plan is taken off sale once that is confirmed, and put on sale again at once', async () => {
  const page = await openOffice(story, '/office/plans', { locale: 'en' });
  const toggle = page.getByRole('switch', { name: 'Check Plan: active' });
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  const question = dialog.getByText('Turn “Check Plan” off?', { exact: false });
  await toggle.focus();
  await page.keyboard.press('Space');
  await question.waitFor();
  await expectAccessible(page, 'taking a plan off sale');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await toggle.isChecked()).toBe(true);
  const isFocused = () => toggle.evaluate((element) => element === document.activeElement);
  await expect.poll(isFocused).toBe(true);

  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.press('Space');
  await expect.poll(() => toggle.isChecked()).toBe(true);
  expect(await dialog.count()).toBe(0);
  expect(page.url()).toMatch(/\/office\/plans(?:$|\?)/);
});

test('staff begin a plan that was paid by check, note it, and refund a part of it', async () => {
  const user = await buildUser(story.db);
  const page = await openOffice(story, `/office/customers/${user.id}/show`, { locale: 'en' });
  const dialog = page.getByRole('dialog');
  const said = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();

  await page.getByRole('tab', { name: 'Billing' }).click();
  const billing = page.getByRole('tabpanel');
  await billing.getByText('No running subscription.').waitFor();
  await billing.getByRole('button', { name: 'Begin a plan' }).click();
  await dialog.getByLabel('Plan').click();
  await page.getByRole('option', { name: 'Check Plan' }).click();
  await dialog.getByText(/\$15\.00 to be paid, until/).waitFor();
  await dialog.getByLabel('Check number').fill('1047');
  await dialog.getByLabel('Paid by').fill('Kim Seoyeon');
  await dialog.getByLabel('Bought on').click();
  await page.getByRole('option', { name: 'In-app' }).click();
  await expectAccessible(page, 'beginning a plan');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await said('The plan has begun.');
  await billing.getByText('Ends without renewal.').waitFor();
  await picture(page, 'office-billing-customer');

  await billing.getByRole('link', { name: /^M-\d{7}$/ }).click();
  await page.getByRole('heading', { level: 2, name: /\$15\.00$/ }).waitFor();
  const number = (await page.getByRole('heading', { level: 2 }).first().innerText()).split(' ')[0] ?? '';
  await page.getByText('In-app', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Notes' }).click();
  await dialog.getByLabel('Notes').fill('The check came by mail.');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await said('Notes saved.');

  // More than there is, is not asked for; a part is asked for once more before it goes.
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await dialog.getByText(/Up to \$15\.00 can be given back/).waitFor();
  await dialog.getByLabel('Amount in dollars').fill('5.00');
  await dialog.getByLabel('Reason').fill('The customer called');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await said('refunded');
  await page.getByText('The customer called (').waitFor();
  await page.getByText('The check came by mail.').first().waitFor();
  await expectAccessible(page, 'a payment');
  await picture(page, 'office-billing-payment');

  // The list shows what has become of it; the Billing tab, too.
  await page.getByRole('menuitem', { name: 'Payments', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: number });
  await row.getByText('Refunded').waitFor();
  expect(await row.innerText()).toContain('$15.00');
  await page.goto(`${story.url}/office/customers/${user.id}/show`);
  await page.getByRole('tab', { name: 'Billing' }).click();
  await billing.getByRole('listitem').filter({ hasText: number }).getByText('Refunded').waitFor();

  // The account menu has items alone, and begins with one that can be chosen.
  await page.getByRole('button', { name: 'My account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  const menu = page.getByRole('menu').filter({ has: page.getByRole('menuitem', { name: 'Log out' }) });
  const roles = await menu.locator(':scope > *').evaluateAll((items) => items.map((item) => item.role));
  expect(new Set(roles)).toEqual(new Set(['menuitem']));
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open the service');
  await expectAccessible(page, 'the account menu');
});
