/**
 * Payment by card: checkout with a new card, a coupon, the bank's question, a declined card, and the plan
 * afterwards.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { addDays } from '../../src/server/zone.ts';
import { buildCoupon, buildPlan } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import {
  answerBank,
  callAs,
  cardNumber,
  enterCard,
  giveAddress,
  giveCard,
  passDays,
  payButton,
  subscribeBy,
} from './paying.ts';
import { arrive, buildViewer, expectFocus, expectProblem, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
let small: Awaited<ReturnType<typeof buildPlan>>;
let tried: Awaited<ReturnType<typeof buildPlan>>;

beforeAll(async () => {
  shop = await stockShop(story, 'billing');
  small = await buildPlan(story.db, { nameKo: '작은 이용권', nameEn: 'Small Plan', priceCents: 1_000 });
  await buildPlan(story.db, { nameKo: '중간 이용권', nameEn: 'Middle Plan', priceCents: 1_800 });
  await buildPlan(story.db, { nameKo: '큰 이용권', nameEn: 'Large Plan', priceCents: 2_500 });
  tried = await buildPlan(story.db, {
    nameKo: '써 보는 이용권',
    nameEn: 'Tried Plan',
    priceCents: 1_400,
    trialDays: 7,
  });
  await announceChange(story.db, 'plans');
});

/** Subscribes with a new card, from the plans to the page that follows. */
async function subscribe(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name} (선택하기|무료 체험 시작하기)$`) }).click();
  await page.waitForURL('**/checkout/**');
  await giveAddress(page);
  await enterCard(page);
  await payButton(page).click();
}

/** Presses a button that asks for the password first, and gives it. */
async function giveDialogPassword(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel('비밀번호', { exact: true }).fill(password);
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test.each([360, 1280])(
  'what is below the card stays where it is when its fields come late, at %i px',
  async (width) => {
    const page = await openAs(story, await buildViewer(story), '/favicon.svg', { width });
    let letCome = () => {};
    const late = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route('**/v3/frame*', async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(`${story.url}/checkout/${small.id}/${small.priceId}`);
    await page.getByText('4242 4242 4242 4242와', { exact: false }).waitFor();
    const top = () =>
      page.getByLabel('쿠폰 코드').evaluate((field) => field.getBoundingClientRect().top + window.scrollY);
    const before = await top();
    letCome();
    await cardNumber(page).waitFor();
    // The fields say how high they are before they are ready.
    await page.locator('[role=status]', { hasText: '불러오는 중' }).waitFor({ state: 'detached' });
    expect(await top()).toBe(before);
  },
);

test('a premium title leads to the plans, a new card pays, and it goes back to the title', async () => {
  const viewer = await buildViewer(story);
  const path = `/view/m/${shop.premium.slug}`;
  const page = await openAs(story, viewer, path, { expected: [/status of 4(09|22)/] });
  await page.getByRole('button', { name: '재생', exact: true }).click();
  await arrive(page, '/plans');
  await page.getByRole('button', { name: '작은 이용권 선택하기' }).click();
  await arrive(page, `/checkout/${small.id}/${small.priceId}`);
  // A document of its own, which alone lets the card processor in.
  const isLoadedAt = (part: string) =>
    expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name).catch(() => undefined),
      )
      .toContain(part);
  await isLoadedAt('/checkout/');
  await page.getByText('주소를 저장하면 세금까지 더한 금액을 보여 드려요.').waitFor();
  await page.getByRole('button', { name: '주소 저장' }).click();
  await expectProblem(page.getByLabel('도시'), '이 칸의 입력은 필수입니다.');
  await expectFocus(page.getByLabel('이름'));
  // The country decides which regions there are, and how a postal code is written.
  await page.getByLabel('국가').selectOption('CA');
  await page.getByLabel('주 (Province)').selectOption('ON');
  await page.getByLabel('국가').selectOption('US');
  await giveAddress(page);
  // The form has gone, and the focus stays where it was.
  await expectFocus(page.getByRole('button', { name: '청구지 주소 바꾸기' }));
  await page.getByLabel('쿠폰 코드').fill('NOPE');
  await page.getByRole('button', { name: '적용하기' }).click();
  await expect.poll(() => page.getByLabel('쿠폰 코드').getAttribute('aria-invalid')).toBe('true');
  await cardNumber(page).waitFor();
  await expectAccessible(page, 'checkout');
  await enterCard(page);
  await picture(page, 'billing-checkout');
  // Pressed twice, it pays once.
  await payButton(page).dblclick();
  await arrive(page, path);
  await isLoadedAt(path);
  const { rows } = await story.pool.query(
    `select p.state, p.amount_cents::int as cents from billing_payments p
      join billing_accounts a on a.id = p.account_id where a.household_id = $1`,
    [viewer.householdId],
  );
  expect(rows).toEqual([{ state: 'paid', cents: 1_000 }]);
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('maru.session') ?? '{}').user);
  expect(user.has_active_plan).toBe(true);
  // Back to checkout: there is a plan already.
  await page.goto(`${story.url}/checkout/${small.id}/${small.priceId}`);
  await page.getByText('이미 이용권이 있어요.', { exact: false }).waitFor();
}, 60_000);

test('a bank that asks for the owner is answered, also after a reload in between', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/plans', { width: 360 });
  await page.getByRole('button', { name: '큰 이용권 선택하기' }).click();
  await page.waitForURL('**/checkout/**');
  await giveAddress(page);
  await enterCard(page, '4000002760003184');
  await payButton(page).click();
  // To save the card, and again to charge it.
  await answerBank(page);
  await page.getByLabel('Visa ···· 3184').waitFor();
  await page.frameLocator('iframe[title="본인 확인"]').locator('#complete:enabled').waitFor();
  await page.reload();
  await page.getByText('카드사의 본인 확인이 남았어요.', { exact: false }).waitFor();
  await payButton(page).click();
  await answerBank(page);
  await arrive(page, '/account/membership');
  await page.getByText('결제했어요. 이제 모든 콘텐츠를 볼 수 있어요.').waitFor();
  await page.getByRole('region', { name: '큰 이용권' }).getByText('이용 중').waitFor();
}, 60_000);

test('a declined card is told at the card, and another one pays', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/plans');
  await page.getByRole('button', { name: '작은 이용권 선택하기' }).click();
  await page.waitForURL('**/checkout/**');
  await giveAddress(page);
  await enterCard(page, '4000000000000341');
  await payButton(page).click();
  const cards = page.getByRole('region', { name: '결제 카드' });
  await cards.getByRole('alert').getByText('거절', { exact: false }).waitFor();
  await cards.getByLabel('새 카드').check();
  await enterCard(page, '5555555555554444');
  await payButton(page).click();
  await arrive(page, '/account/membership');
  await page.getByText('Mastercard ···· 4444').waitFor();
  // The card that was declined is still there, and can go.
  await page.getByRole('main').getByRole('link', { name: '결제 카드' }).last().click();
  const remove = page.getByRole('button', { name: 'Visa ···· 0341 지우기' });
  const sure = page.getByRole('dialog', { name: 'Visa ···· 0341 카드를 지울까요?' });
  await remove.click();
  await sure.getByRole('button', { name: '취소' }).click();
  await page.getByText('Visa ···· 0341', { exact: true }).waitFor();
  await remove.click();
  await sure.getByRole('button', { name: '지우기' }).click();
  await expect.poll(() => page.getByText('Visa ···· 0341', { exact: true }).count()).toBe(0);
}, 60_000);

test('an unpaid plan that is cancelled ends at once, and says so before and after', async () => {
  const viewer = await buildViewer(story);
  await subscribeBy(story, viewer, small, await giveCard(story, viewer));
  await giveCard(story, viewer, '4000000000000341');
  await passDays(story, viewer.householdId, 31);
  await expect
    .poll(async () => (await callAs(story, viewer, 'GET', '/api/account/membership')).open_invoice?.cents)
    .toBe(1_000);
  const page = await openAs(story, viewer, '/account/cancel-membership');
  await page.getByText('결제되지 않은 이용권이라 해지하면 바로 끝나요.').waitFor();
  expect(await page.getByText('해지를 취소할 수 있어요', { exact: false }).count()).toBe(0);
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: '해지하기' }).click();
  await arrive(page, '/account/membership');
  await page.getByText('해지했어요. 더 결제되지 않아요.').waitFor();
  // Until a job has taken the bill back, nothing asks for it.
  await page
    .getByText('곧 이용이 끝나고', { exact: false })
    .or(page.getByText('이용 중인 이용권이 없어요'))
    .waitFor();
  expect(await page.getByText('결제해 주세요', { exact: false }).count()).toBe(0);
}, 60_000);

test('who has asked for their deletion is shown what to do first in place of resuming', async () => {
  const viewer = await buildViewer(story);
  await subscribeBy(story, viewer, small, await giveCard(story, viewer));
  await callAs(story, viewer, 'POST', '/api/account/deletion', { password: viewer.password });
  const page = await openAs(story, viewer, '/account/membership');
  await page.getByRole('region', { name: '작은 이용권' }).getByText('해지 예정').waitFor();
  await page
    .getByRole('region', { name: '계정 삭제를 신청했어요.' })
    .getByText('먼저', { exact: false })
    .waitFor();
  await expectAccessible(page, 'membership of who leaves');
  await picture(page, 'billing-leaving');
  expect(await page.getByRole('button', { name: '해지 취소하기' }).count()).toBe(0);
  expect(await page.getByText('해지했어요', { exact: false }).count()).toBe(0);
  await page.getByRole('link', { name: '계정 화면으로 가기' }).click();
  await arrive(page, '/account');
  await page.goBack();
  await arrive(page, '/account/membership');
  // The bar across the page does it, too.
  await page.getByRole('button', { name: '삭제 취소하기' }).click();
  await giveDialogPassword(page, '해지 취소하기', viewer.password);
  await page.getByRole('region', { name: '작은 이용권' }).getByText('이용 중').waitFor();
  expect(await page.getByRole('region', { name: '계정 삭제를 신청했어요.' }).count()).toBe(0);
}, 60_000);

test('a plan is made larger at once, twice, and smaller at its renewal, cancelled and resumed', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/plans', { expected: [/status of 422/] });
  await subscribe(page, '작은 이용권');
  await arrive(page, '/account/membership');
  const current = (name: string) => page.getByRole('region', { name });
  await current('작은 이용권').waitFor();
  await expectAccessible(page, 'membership');
  await picture(page, 'billing-membership');

  await page.getByRole('link', { name: '이용권 바꾸기' }).click();
  await page.getByRole('link', { name: '중간 이용권' }).click();
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: '$8.00 결제하고 바꾸기' }).click();
  await arrive(page, '/account/membership');
  await current('중간 이용권').waitFor();

  await page.getByRole('link', { name: '이용권 바꾸기' }).click();
  await page.getByRole('link', { name: '큰 이용권' }).click();
  await page.getByText('오늘 바로 바뀌어요.', { exact: false }).waitFor();
  await expectAccessible(page, 'changing the plan');
  const confirm = page.getByRole('button', { name: '$7.00 결제하고 바꾸기' });
  await confirm.click();
  await expect
    .poll(() => page.getByLabel('비밀번호', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  await page.getByLabel('비밀번호', { exact: true }).fill('not the password');
  await confirm.click();
  await expectProblem(page.getByLabel('비밀번호', { exact: true }), '비밀번호가 올바르지 않습니다.');
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await confirm.click();
  await arrive(page, '/account/membership');
  await current('큰 이용권').waitFor();

  await page.getByRole('link', { name: '이용권 바꾸기' }).click();
  await page.getByRole('link', { name: '작은 이용권' }).click();
  await page.getByText('오늘은 결제하지 않아요.', { exact: false }).waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: /부터 바꾸기$/ }).click();
  await arrive(page, '/account/membership');
  await page.getByText('이날부터 작은 이용권으로 바뀌어요.').waitFor();
  await current('큰 이용권').waitFor();
  await giveDialogPassword(page, '이용권 변경 취소하기', viewer.password);
  await expect.poll(() => page.getByText('이날부터', { exact: false }).count()).toBe(0);

  // Two presses and the password.
  await page.getByRole('link', { name: '해지하기' }).click();
  await page.getByText('여행을 가시나요?').waitFor();
  await expectAccessible(page, 'cancelling');
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: '해지하기' }).click();
  await arrive(page, '/account/membership');
  await current('큰 이용권').getByText('해지 예정').waitFor();
  await giveDialogPassword(page, '해지 취소하기', viewer.password);
  await current('큰 이용권').getByText('이용 중').waitFor();

  await page.getByRole('main').getByRole('link', { name: '청구서', exact: true }).last().click();
  const invoices = page.getByRole('list', { name: '청구서' });
  await expect.poll(() => invoices.getByRole('listitem').count()).toBe(3);
  // The two upgrades, the newer first: the charge is the sum of the lines.
  for (const [nth, cents] of [700, 800].entries()) {
    await invoices.getByRole('link').nth(nth).click();
    await page.getByText('M-', { exact: false }).first().waitFor();
    const amounts = (await page.locator('dl dd', { hasText: '$' }).allTextContents()).map(
      (text) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) * (/[-−]/.test(text) ? -1 : 1),
    );
    expect(amounts.length).toBeGreaterThan(2);
    expect(amounts.at(-1)).toBe(cents);
    expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(cents);
    if (nth === 0) await expectAccessible(page, 'an invoice');
    await page.goBack();
  }
}, 90_000);

test('a trial ends and is charged, another card becomes the default, and the upgrade it declines is paid by the first', async () => {
  const viewer = await buildViewer(story);
  const card = await giveCard(story, viewer);
  await subscribeBy(story, viewer, tried, card);
  const page = await openAs(story, viewer, '/account/membership', { locale: 'en', width: 360 });
  const current = (name: string) => page.getByRole('region', { name });
  await current('Tried Plan').getByText('Free trial', { exact: true }).waitFor();
  await passDays(story, viewer.householdId, 8);
  await expect
    .poll(async () => (await callAs(story, viewer, 'GET', '/api/account/invoices'))[0]?.state)
    .toBe('paid');
  await page.reload();
  await current('Tried Plan').getByText('Subscribed').waitFor();
  await current('Next payment').getByText('$14.00').waitFor();

  await giveCard(story, viewer, '4000000000000341');
  await callAs(story, viewer, 'POST', `/api/account/cards/${card}/default`);
  await page.getByRole('main').getByRole('link', { name: 'Payment card' }).last().click();
  await page.getByRole('button', { name: 'Use Visa ···· 0341 as the default card' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: '0341' })
    .getByText('Default', { exact: true })
    .waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Change plan' }).click();
  await page.getByRole('link', { name: 'Large Plan' }).click();
  await page.getByLabel('Password', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: /^Pay \$[\d.]+ and change$/ }).click();
  await page.getByRole('alert').getByText('declined', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Pay with another card' }).click();
  await page.getByLabel('Visa ···· 4242').check();
  await payButton(page, 'en').click();
  await arrive(page, '/account/membership');
  await current('Large Plan').getByText('Subscribed').waitFor();
}, 90_000);

test('a coupon that works is a line of the bill, and the total that it leaves is charged', async () => {
  const coupon = await buildCoupon(story.db, { name: '봄맞이 쿠폰', percentOff: 25 });
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, `/checkout/${small.id}/${small.priceId}`, {
    width: 360,
    expected: [/status of 422/],
  });
  await giveAddress(page);
  await page.getByRole('button', { name: '$10.00 결제하기' }).waitFor();
  const code = page.getByLabel('쿠폰 코드');
  const apply = page.getByRole('button', { name: '적용하기' });
  await code.fill('NO-SUCH-CODE');
  await apply.click();
  await expectProblem(code, '쓸 수 없는 쿠폰 코드예요. 다시 확인해 주세요.');
  // However it is typed.
  await code.fill(` ${coupon.code.toLowerCase()} `);
  await apply.click();
  const pay = page.getByRole('button', { name: '$7.50 결제하기' });
  await pay.waitFor();
  await expectFocus(page.getByRole('button', { name: '쿠폰 빼기' }));
  const bill = page.getByRole('region', { name: '작은 이용권' });
  const amountOf = (name: string) => bill.locator('dt', { hasText: name }).locator('+ dd').innerText();
  expect(await amountOf('할인: 봄맞이 쿠폰')).toBe('-$2.50');
  expect(await amountOf('오늘 결제할 금액')).toBe('$7.50');
  await picture(page, 'billing-coupon');
  await enterCard(page);
  await pay.click();
  await arrive(page, '/account/membership');
  await page.getByRole('region', { name: '다음 결제' }).getByText('$10.00').waitFor();
  const { rows } = await story.pool.query(
    `select p.state, p.amount_cents as cents, u.state as use, (select sum((o.body->>'amount')::int)::int from gateway.objects o
        where o.object = 'charge' and o.body->>'payment_intent' = p.gateway_payment_id) as taken
      from billing_payments p join billing_accounts a on a.id = p.account_id
      join billing_coupon_uses u on u.account_id = a.id where a.household_id = $1`,
    [viewer.householdId],
  );
  expect(rows).toEqual([{ state: 'paid', cents: 750, use: 'confirmed', taken: 750 }]);
}, 60_000);

/** The first day after another with a number in its month; a month that is too short has its last day. */
function nextOn(dayOfMonth: number, after: string): string {
  const [year = 0, month = 0] = after.split('-').map(Number);
  for (let months = 0; ; months += 1) {
    const day = new Date(Date.UTC(year, month + months, 0));
    day.setUTCDate(Math.min(dayOfMonth, day.getUTCDate()));
    if (day.getTime() > Date.parse(after)) return day.toISOString().slice(0, 10);
  }
}

const monthAfter = (day: string): string => nextOn(Number(day.slice(8)), day);
const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const inKorean = (day: string): string =>
  new Intl.DateTimeFormat('ko-KR', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

test('a plan rests during a journey, comes back with the days that were not used, and is charged on another day', async () => {
  const viewer = await buildViewer(story);
  await subscribeBy(story, viewer, small, await giveCard(story, viewer));
  const { subscription } = await callAs(story, viewer, 'GET', '/api/account/membership');
  const today: string = subscription.period_from;
  const page = await openAs(story, viewer, '/account/membership');
  const plan = page.getByRole('region', { name: '작은 이용권' });
  const next = page.getByRole('region', { name: '다음 결제' });
  const premium = `${story.url}/view/m/${shop.premium.slug}`;
  const play = page.getByRole('button', { name: '재생', exact: true });

  await page.getByRole('link', { name: '잠시 쉬기' }).click();
  await page.getByLabel('쉬기 시작하는 날').fill(addDays(today, 2));
  await page.getByLabel('다시 시작하는 날').fill(addDays(today, 22));
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: '이용권 쉬기' }).click();
  await arrive(page, '/account/membership');
  const from = inKorean(addDays(today, 2));
  await plan.getByText(`${from}부터 ${inKorean(addDays(today, 21))}까지 쉬어요.`, { exact: true }).waitFor();

  // The pause is in its third day.
  await passDays(story, viewer.householdId, 5);
  await expect
    .poll(async () => (await callAs(story, viewer, 'GET', '/api/account/membership')).subscription.state)
    .toBe('paused');
  await page.reload();
  await plan.getByText('쉬는 중', { exact: true }).waitFor();
  const back = inKorean(addDays(today, 17));
  await plan.getByText(`쉬고 있어요. ${back}에 다시 시작하고, 남은 날은 그대로 돌아와요.`).waitFor();
  await page.goto(premium);
  await play.click();
  await arrive(page, '/plans');
  await page.getByRole('heading', { name: '이용권을 쉬고 있어요' }).waitFor();
  await page.getByRole('article', { name: '작은 이용권' }).getByText('쉬는 중', { exact: true }).waitFor();
  await picture(page, 'billing-paused-plans');
  await page.getByRole('link', { name: '이용권 관리' }).click();
  await arrive(page, '/account/membership');
  await giveDialogPassword(page, '지금 다시 시작하기', viewer.password);
  await plan.getByText('이용 중', { exact: true }).waitFor();
  const began = addDays(today, -5);
  const renewal = addDays(monthAfter(began), 3);
  await next.getByText(inKorean(renewal), { exact: true }).waitFor();

  await page.getByRole('link', { name: '결제일 바꾸기' }).click();
  await page.getByText(`다음 결제일은 ${inKorean(renewal)}이에요.`).waitFor();
  const wanted = addDays(today, 10);
  const dayOfMonth = Number(wanted.slice(8));
  await page.getByLabel('매달 결제할 날').selectOption(`${dayOfMonth}일`);
  /** Charge from a renewal until the new day, of $10.00 for a whole month. */
  const partFrom = (day: string) => {
    const cents = Math.round(
      (1_000 * daysFrom(day, nextOn(dayOfMonth, day))) / daysFrom(day, monthAfter(day)),
    );
    return `$${(cents / 100).toFixed(2)}`;
  };
  const preview = `이미 결제한 기간이 ${inKorean(renewal)}에 끝나면 새 결제일까지의 날수만큼만 결제해요.`;
  await page.getByText(`오늘은 결제하지 않아요. ${preview}`, { exact: true }).waitFor();
  await page.getByText(`다음 결제: ${inKorean(renewal)}, ${partFrom(renewal)}`, { exact: true }).waitFor();
  const whole = `그다음 결제: ${inKorean(nextOn(dayOfMonth, renewal))}, $10.00`;
  await page.getByText(whole, { exact: false }).waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await picture(page, 'billing-day');
  await page.getByRole('button', { name: '결제일 바꾸기' }).click();
  await arrive(page, '/account/membership');
  await next.getByText(partFrom(renewal), { exact: true }).waitFor();
  await next.getByText(whole, { exact: false }).waitFor();

  // Long enough for the renewal in any month, and not for the one after it.
  const passed = daysFrom(today, renewal) + 3;
  await passDays(story, viewer.householdId, passed);
  await expect
    .poll(async () =>
      (await callAs(story, viewer, 'GET', '/api/account/invoices')).map(
        ({ state }: { state: string }) => state,
      ),
    )
    .toEqual(['paid', 'paid']);
  await page.reload();
  await next.getByText(inKorean(wanted), { exact: true }).waitFor();
  await next.getByText('$10.00', { exact: true }).waitFor();
  const renewed = addDays(monthAfter(addDays(began, -passed)), 3);
  await page.getByRole('main').getByRole('link', { name: '청구서', exact: true }).last().click();
  const invoices = page.getByRole('list', { name: '청구서' }).getByRole('listitem');
  await invoices.first().getByText(partFrom(renewed), { exact: true }).waitFor();
  expect(await invoices.count()).toBe(2);
  await page.goto(premium);
  await play.click();
  await page.waitForURL('**/watch/**');
}, 60_000);

test('a renewal that the bank asks about is told by mail and in the app, and is confirmed from there', async () => {
  const viewer = await buildViewer(story);
  await subscribeBy(story, viewer, small, await giveCard(story, viewer));
  await giveCard(story, viewer, '4000002760003184');
  await passDays(story, viewer.householdId, 31);
  const mails = async () =>
    (
      await story.pool.query<{ subject: string; text: string }>(
        `select subject, text from mail_messages where to_address = $1 and template = 'billing' order by id`,
        [`${viewer.username}@example.com`],
      )
    ).rows;
  const asked = '카드사에서 본인 확인을 요청했어요';
  await expect.poll(async () => (await mails()).at(-1)?.subject).toBe(asked);
  const link = /https?:\S+/.exec((await mails()).at(-1)?.text ?? '')?.[0] ?? '';
  expect(link).toMatch(new RegExp(`^${story.url}/account/invoices/[0-9a-f-]{36}$`));
  const path = link.slice(story.url.length);
  const page = await openAs(story, viewer, path, { width: 360 });
  await page.getByText('결제 필요', { exact: true }).waitFor();
  await page.getByRole('link', { name: '결제하기', exact: true }).click();
  const why = '카드사의 본인 확인을 마치지 못했어요. 다시 결제하면서 확인해 주세요.';
  await page.getByRole('region', { name: '결제 카드' }).getByText(why).waitFor();
  await picture(page, 'billing-asked-pay');
  await page.getByRole('button', { name: '$10.00 결제하기' }).click();
  await answerBank(page);
  await arrive(page, '/account/membership');
  await page.getByText('결제했어요.', { exact: true }).waitFor();
  await page.getByRole('region', { name: '작은 이용권' }).getByText('이용 중', { exact: true }).waitFor();
  await page.getByRole('link', { name: '알림, 읽지 않은 알림 1개', exact: true }).click();
  await arrive(page, '/notifications');
  const notification = page.getByRole('main').getByRole('link', { name: '결제를 마치려면 확인이 필요해요' });
  await notification.waitFor();
  await picture(page, 'billing-asked-notification');
  await notification.click();
  await arrive(page, path);
  await page.getByText('결제 완료', { exact: true }).waitFor();
}, 60_000);
