/**
 * Money in the office: a plan paid by check, with notes and a partial refund; forecast renewals, credit, gift
 * codes, disputes and differences.
 */
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildCoupon, buildPlan, buildProfile, buildUser } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { callAs, giveCard, giveOnlyCard, subscribeBy } from '../viewer/paying.ts';
import { expectFocus, expectProblem, openAs } from '../viewer/shop.ts';
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
  const page = await openOffice(story, `/office/customers/${user.id}/show`, {
    locale: 'en',
    expected: [/status of 422/],
  });
  const dialog = page.getByRole('dialog');
  const said = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();

  await page.getByRole('tab', { name: 'Billing' }).click();
  const billing = page.getByRole('tabpanel');
  await billing.getByText('No active subscription.').waitFor();
  // A caller without an address.
  await billing.getByRole('button', { name: 'Begin a plan' }).click();
  await dialog.getByLabel('Plan').click();
  await page.getByRole('option', { name: 'Check Plan' }).click();
  await dialog.getByText('The customer has no billing address.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await billing.getByRole('button', { name: 'Enter billing address' }).click();
  await dialog.getByLabel('Name').fill('Kim Seoyeon');
  await dialog.getByLabel('Street address').fill('3250 Wilshire Blvd');
  await dialog.getByLabel('City').fill('Los Angeles');
  await dialog.getByLabel('State or province').click();
  await page.getByRole('option', { name: 'CA', exact: true }).click();
  await dialog.getByLabel('Postal code').fill('90010');
  await expectAccessible(page, 'entering an address');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await said('Address saved.');
  await billing.getByRole('button', { name: 'Begin a plan' }).click();
  await dialog.getByLabel('Plan').click();
  await page.getByRole('option', { name: 'Check Plan' }).click();
  await dialog.getByText(/\$15\.00 due; runs until/).waitFor();
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

  // An amount above the refundable one is refused. A partial refund is confirmed first.
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await dialog.getByText(/Up to \$15\.00 can be given back/).waitFor();
  await dialog.getByLabel('Amount in dollars').fill('15.01');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectProblem(dialog.getByLabel('Amount in dollars'), 'Amount must not be greater than 15.');
  await expectProblem(dialog.getByLabel('Reason'), 'Reason is required.');
  await expectFocus(dialog.getByLabel('Amount in dollars'));
  await expectAccessible(page, 'a refund that lacks something');
  await dialog.getByLabel('Amount in dollars').fill('5.00');
  await dialog.getByText('must not be greater', { exact: false }).waitFor({ state: 'detached' });
  await dialog.getByLabel('Reason').fill('The customer called');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await said('refunded');
  await page.getByText('The customer called (').waitFor();
  await page.getByText('The check came by mail.').first().waitFor();
  await expectAccessible(page, 'a payment');
  await picture(page, 'office-billing-payment');

  // The list and the Billing tab show the refund.
  await page.getByRole('menuitem', { name: 'Payments', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: number });
  await row.getByText('Partly refunded').waitFor();
  expect(await row.innerText()).toContain('$15.00');
  await page.goto(`${story.url}/office/customers/${user.id}/show`);
  await page.getByRole('tab', { name: 'Billing' }).click();
  await billing.getByRole('listitem').filter({ hasText: number }).getByText('Partly refunded').waitFor();

  // The customer sees how long it lasts, and lets it go on by a card of theirs.
  const profile = await buildProfile(story.db, { householdId: user.householdId });
  const viewer = await openAs(story, { ...user, profile }, '/account/membership', { locale: 'en' });
  await viewer.getByText('After that your plan ends by itself.', { exact: false }).waitFor();
  await viewer.getByRole('link', { name: 'Add a card' }).waitFor();
  await expectAccessible(viewer, 'a plan that staff began');
  await giveOnlyCard(story, user);
  await viewer.reload();
  await viewer.getByRole('button', { name: 'Keep watching with your card' }).click();
  const agreed = viewer.getByRole('dialog');
  await agreed
    .getByText('$15.00 plus tax is charged automatically to the card every month', { exact: false })
    .waitFor();
  await agreed.getByLabel('Password', { exact: true }).fill(user.password);
  await agreed.getByRole('button', { name: 'Keep watching with your card' }).click();
  await viewer.getByRole('region', { name: 'Next payment' }).getByText('$15.00').waitFor();
  // The invoice shows its refund.
  await viewer.getByRole('main').getByRole('link', { name: 'Invoices' }).last().click();
  await viewer.getByText('Check · Refunded $5.00', { exact: false }).waitFor();

  // The account menu has items alone, and begins with one that can be chosen.
  await page.getByRole('button', { name: /My account$/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  const menu = page.getByRole('menu').filter({ has: page.getByRole('menuitem', { name: 'Log out' }) });
  const roles = await menu.locator(':scope > *').evaluateAll((items) => items.map((item) => item.role));
  expect(new Set(roles)).toEqual(new Set(['menuitem']));
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open the service');
  await expectAccessible(page, 'the account menu');
});

test('the renewals of a month are rehearsed, down to the bill that changes and why', async () => {
  // Plans of other stories do not renew.
  await story.pool.query('update billing_subscriptions set renews = false');
  const plan = await buildPlan(story.db, {
    nameKo: '연습 이용권',
    nameEn: 'Rehearsed Plan',
    priceCents: 1_500,
  });
  const coupon = await buildCoupon(story.db, { percentOff: 40 });
  const user = await buildUser(story.db);
  await subscribeBy(story, user, plan, await giveCard(story, user), coupon.code);
  const other = await buildUser(story.db);
  await subscribeBy(story, other, plan, await giveCard(story, other));
  const { subscription } = await callAs(story, user, 'GET', '/api/account/membership');
  const page = await openOffice(story, '/office/renewal-rehearsal', { locale: 'en' });
  await page.getByLabel('Month', { exact: true }).fill(subscription.period_to.slice(0, 7));
  await page.getByText('This has not been calculated yet. Press Calculate.').waitFor();
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await page.getByRole('button', { name: 'Calculate again' }).waitFor();
  const table = (name: string) => page.getByRole('region', { name, exact: true });
  await table('Totals').getByRole('row', { name: 'Renewals 2' }).waitFor();
  await table('Totals').getByRole('row', { name: 'Total $30.00' }).waitFor();
  await table('By plan').getByRole('row', { name: 'Rehearsed Plan 2 $30.00' }).waitFor();
  await expectAccessible(page, 'a rehearsal');
  await picture(page, 'office-rehearsal');
  await page.getByRole('link', { name: 'See and export all' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bill changes' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: user.username });
  for (const cell of [
    subscription.period_to,
    '$9.00',
    '$15.00',
    '$6.00',
    'A discount ended or became smaller.',
  ])
    await row.getByText(cell, { exact: true }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: other.username }).count()).toBe(0);
  await picture(page, 'office-bill-changes');
  // It leads to the customer, whose credit pays that bill.
  await row.getByRole('link', { name: user.username }).click();
  await page.getByRole('tab', { name: 'Billing' }).click();
  const billing = page.getByRole('tabpanel');
  await billing.getByText('Credit: $0.00').waitFor();
  await billing.getByRole('button', { name: 'Give credit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It pays the next bills first.').waitFor();
  await dialog.getByLabel('Amount in dollars').fill('12.50');
  await dialog.getByLabel('Reason').fill('The picture was bad for a week');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').filter({ hasText: 'Credit given.' }).waitFor();
  await billing.getByText('Credit: $12.50').waitFor();
  await picture(page, 'office-credit');
});

test('a lot of gift codes is made and exported; a dispute and a strange movement are found and dealt with', async () => {
  const plan = await buildPlan(story.db, {
    nameKo: '코드로 주는 이용권',
    nameEn: 'Given Plan',
    priceCents: 1_200,
  });
  const user = await buildUser(story.db);
  await subscribeBy(story, user, plan, await giveCard(story, user, '4000000000000259'));
  const page = await openOffice(story, '/office/gifts', { locale: 'en' });
  const dialog = page.getByRole('dialog');
  const said = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  const make = page.getByRole('button', { name: 'Make codes' });
  // The list is filtered by a plan, too.
  const lot = page.locator('div', { has: make }).last();
  await lot.getByLabel('Name of the lot').fill('New Year');
  await lot.getByLabel('Plan').click();
  await page.getByRole('option', { name: 'Given Plan' }).click();
  await lot.getByLabel('Months').click();
  await page.getByRole('option', { name: '3', exact: true }).click();
  await lot.getByLabel('Count').fill('2');
  await make.click();
  await said('Made 2 codes.');
  const gifts = page.getByRole('row').filter({ hasText: 'New Year' });
  await expect.poll(() => gifts.count()).toBe(2);
  for (const gift of await gifts.all())
    for (const cell of ['Unused', 'Given Plan', '$36.00'])
      await gift.getByText(cell, { exact: true }).waitFor();
  const shownCode = /([A-Z2-9]{4}-){3}[A-Z2-9]{4}/g;
  const codes = (await gifts.allInnerTexts()).map((row) => row.match(shownCode)?.[0]);
  await picture(page, 'office-gifts');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'CSV file' }).click()),
  ]);
  const file = await text(await download.createReadStream());
  expect(file.match(shownCode)?.sort()).toEqual(codes.sort());

  await page.getByRole('menuitem', { name: 'Disputes', exact: true }).click();
  const dispute = page.getByRole('row').filter({ hasText: 'Fraudulent' });
  await dispute.getByText('$12.00', { exact: true }).waitFor();
  await dispute.getByText('Open', { exact: true }).waitFor();
  await picture(page, 'office-disputes');
  await dispute.getByRole('link', { name: /^M-\d{7}$/ }).click();
  await page.getByRole('heading', { level: 2, name: /\$12\.00$/ }).waitFor();
  await page.getByRole('region', { name: 'Disputes' }).getByText('Fraudulent', { exact: true }).waitFor();

  await story.pool.query(
    `insert into billing_movements (id, kind, amount_cents, fee_cents, net_cents, at, difference)
      values ('txn_strange', 'charge', 999, 0, 999, now(), 'unknown')`,
  );
  await page.getByRole('menuitem', { name: 'Reconciliation', exact: true }).click();
  await page.getByRole('button', { name: 'Compare now' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await said('Compared. Differences left: 1');
  const strange = page.getByRole('row').filter({ hasText: 'txn_strange' });
  await strange.getByText('Not ours', { exact: true }).waitFor();
  await picture(page, 'office-differences');
  await strange.getByRole('button', { name: 'Deal with' }).click();
  await dialog.getByLabel('Notes').fill('Of another service');
  await dialog.getByLabel('Dealt with').check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
  await strange.getByText('Of another service', { exact: true }).waitFor();
});
