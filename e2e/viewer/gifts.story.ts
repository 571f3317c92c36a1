/** Gifts from the buyer to the recipient, a plan paid by credit, and a plan paid by another household. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildPlan, buildStaff } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { callAs, enterCard, fillAddress, giveAddress, giveCard, giveOnlyCard, payButton } from './paying.ts';
import { arrive, buildViewer, expectProblem, openAs } from './shop.ts';

const story = openStory();
let plan: Awaited<ReturnType<typeof buildPlan>>;

beforeAll(async () => {
  plan = await buildPlan(story.db, { nameKo: '선물 이용권', nameEn: 'Gift Plan', priceCents: 1_200 });
  await announceChange(story.db, 'plans');
});

test('a gift is bought by card, its code shown, and redeemed by somebody who signs in on the way', async () => {
  const buyer = await openAs(story, await buildViewer(story), '/plans');
  await buyer.getByRole('main').getByRole('link', { name: '선물하기' }).click();
  await arrive(buyer, '/gifts');
  await buyer.getByRole('radio', { name: '선물 이용권', exact: false }).check();
  await expectAccessible(buyer, 'choosing a gift');
  // With letters of twice their size nothing is cut on a phone.
  await buyer.setViewportSize({ width: 360, height: 740 });
  const widthAt = (size: string) =>
    buyer.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return document.documentElement.scrollWidth;
    }, size);
  expect(await widthAt('200%')).toBe(360);
  await widthAt('');
  await buyer.setViewportSize({ width: 1280, height: 800 });
  await buyer.getByRole('button', { name: '금액 보고 결제하기' }).click();
  await arrive(buyer, `/checkout/gift/${plan.id}/3`);
  await buyer.getByText('청구지 주소를 저장하면 결제할 수 있어요.').waitFor();
  await giveAddress(buyer);
  await enterCard(buyer);
  await expectAccessible(buyer, 'paying for a gift');
  await payButton(buyer).dblclick();
  await buyer.getByText('선물이 준비됐어요.', { exact: false }).waitFor();
  const gift = buyer.getByRole('region', { name: '선물 코드' });
  const code = (await gift.getByText(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/).textContent()) ?? '';
  await expectAccessible(buyer, 'a gift that was bought');
  await picture(buyer, 'gift-code');
  await buyer.emulateMedia({ media: 'print' });
  await expect.poll(() => buyer.getByRole('banner').isVisible()).toBe(false);
  await buyer.getByText('아래 주소에서', { exact: false }).waitFor();
  await buyer.emulateMedia({ media: 'screen' });

  // A guest comes by the link, and has the code still after signing in.
  const user = await buildViewer(story);
  const page = await story.open(`/redeem?code=${code.toLowerCase().replaceAll('-', '%20')}`, {
    locale: 'en',
    width: 360,
    expected: [/status of 422/],
  });
  await expectAccessible(page, 'redeeming as a guest');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Username or email').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: '가족', exact: true }).click();
  await page.getByText('Gift Plan 3 months').waitFor();
  await page.getByRole('button', { name: 'Use another code' }).click();
  await page.getByLabel('Gift code').fill('AAAA BBBB CCCC DDDD');
  await page.getByRole('button', { name: 'Check the code' }).click();
  await expectProblem(
    page.getByLabel('Gift code'),
    'This gift code isn’t right, or has been used. Please check it.',
  );
  // The coupon field accepts a gift code.
  await page.goto(`${story.url}/checkout/${plan.id}/${plan.priceId}`);
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await arrive(page, `/redeem?code=${code}`);
  await page.getByRole('button', { name: 'Redeem to this account' }).click();
  await page.getByRole('heading', { name: 'Your gift is redeemed' }).waitFor();
  await expectAccessible(page, 'a gift that was redeemed');
  await page.getByRole('main').getByRole('link', { name: 'Your plan' }).click();
  await page
    .getByRole('region', { name: 'Gift Plan' })
    .getByText('Your credit is paying for your plan.', { exact: false })
    .waitFor();
  // The address is required only for a plan that continues by card.
  await giveOnlyCard(story, user);
  await page.reload();
  const goOn = { name: 'Keep watching with your card', exact: true };
  await page.getByRole('button', goOn).click();
  const asking = page.getByRole('dialog');
  await asking.getByText('Please enter your billing address first.', { exact: false }).waitFor();
  await expectAccessible(page, 'an address for a plan that goes on');
  await fillAddress(asking, 'en');
  await asking.getByText('Gift Plan: starting when the gift ends', { exact: false }).waitFor();
  await asking.getByLabel('Password', { exact: true }).fill(user.password);
  await asking.getByRole('button', goOn).click();
  await page.getByRole('region', { name: 'Next payment' }).waitFor();
  await page
    .getByText('Your credit is paying for your plan.', { exact: false })
    .waitFor({ state: 'detached' });
  // The buyer sees that it was redeemed.
  await buyer.getByRole('link', { name: '선물 목록' }).click();
  await buyer.getByRole('list', { name: '선물한 이용권' }).getByText('등록됨').waitFor();
}, 120_000);

test.each([true, false])(
  'credit begins a plan by itself, where cards are taken (%s) by a switch',
  async (takesCards) => {
    const user = await buildViewer(story);
    await callAs(story, await buildStaff(story.db), 'POST', `/api/admin/customers/${user.id}/credits`, {
      key: randomUUID(),
      amount_cents: 1_200,
      reason: 'An apology',
    });
    const page = await openAs(story, user, '/faqs', { locale: 'en' });
    if (!takesCards)
      await page.route('**/api/account/membership', async (route) => {
        const answer = await route.fetch();
        const { data } = await answer.json();
        await route.fulfill({ response: answer, json: { data: { ...data, takes_cards: false } } });
      });
    await page.goto(`${story.url}/plans`);
    await page.getByRole('button', { name: 'Choose Gift Plan' }).click();
    if (!takesCards) await page.getByRole('dialog').getByRole('link', { name: 'Start with credit' }).click();
    await arrive(page, `/checkout/${plan.id}/${plan.priceId}`);
    await giveAddress(page, 'en');
    const card = page.getByRole('region', { name: 'Payment card' });
    if (takesCards) {
      await card.waitFor();
      await page.getByRole('switch', { name: 'Watch with credit only, without a card' }).click();
    }
    await page.getByText('no card is charged', { exact: false }).waitFor();
    expect(await card.count()).toBe(0);
    await expectAccessible(page, 'paying by credit');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await arrive(page, '/account/membership');
    await page
      .getByRole('region', { name: 'Gift Plan' })
      .getByText('ends by itself', { exact: false })
      .waitFor();
  },
  60_000,
);

test('somebody else pays for a plan: asked by a link, paid, seen by both at once, and ended', async () => {
  const asking = await buildViewer(story, { name: '민지' });
  const asker = await openAs(story, asking, '/account/membership', { locale: 'en' });
  await asker.getByRole('link', { name: 'Ask somebody to pay' }).click();
  await asker.getByRole('button', { name: 'Gift Plan', exact: false }).click();
  const link = await asker.getByLabel('Payment link').inputValue();
  await expectAccessible(asker, 'asking somebody to pay');

  const paying = await buildViewer(story);
  await giveCard(story, paying);
  const payer = await openAs(story, paying, link.replace(story.url, ''));
  await payer.getByRole('heading', { name: '민지 님이 이용권 결제를 부탁했어요' }).waitFor();
  await expectAccessible(payer, 'being asked to pay');
  await payer.getByRole('link', { name: '결제하러 가기' }).click();
  await payer.getByText('민지 님의 이용권이에요.', { exact: false }).waitFor();
  await payButton(payer).click();
  await arrive(payer, '/account/membership');
  const paid = payer.getByRole('region', { name: '다른 분의 이용권을 결제하고 있어요' });
  await paid.getByText('민지 님의 선물 이용권').waitFor();
  await expectAccessible(payer, 'paying for somebody');

  // The page that waits hears of it by itself, without an amount.
  await asker.getByText('You already have a plan.').waitFor();
  await asker.getByRole('alert').getByRole('link', { name: 'Your plan' }).click();
  const plan = asker.getByRole('region', { name: 'Gift Plan' });
  await plan.getByText('Somebody else pays for this plan', { exact: false }).waitFor();
  expect(await asker.getByRole('main').textContent()).not.toContain('$');

  await paid.getByRole('link', { name: '민지 님의 이용권 결제 그만하기' }).click();
  await payer.getByLabel('비밀번호', { exact: true }).fill(paying.password);
  await payer.getByRole('button', { name: '결제 그만하기' }).click();
  await paid.getByText('더 결제되지 않아요.', { exact: false }).waitFor();
  await plan.getByText('Ending').waitFor();

  await paid.getByRole('button', { name: '민지 님의 이용권 다시 결제하기' }).click();
  const again = payer.getByRole('dialog', { name: '민지 님의 이용권 다시 결제하기' });
  await again.getByText('이용권은 민지님이 쓰고', { exact: false }).waitFor();
  await expectAccessible(payer, 'paying for somebody again');
  await picture(payer, 'pay-again');
  await again.getByLabel('비밀번호', { exact: true }).fill(paying.password);
  await again.getByRole('button', { name: '다시 결제하기' }).click();
  await paid.getByText('다음 결제', { exact: false }).waitFor();
  await plan.getByText('Subscribed', { exact: true }).waitFor();
}, 120_000);
