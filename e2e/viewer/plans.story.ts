/** Plans: prices, choosing one, the way from a premium title. And the free trial. */
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildPage, buildPlan } from '../../test/build.ts';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, expectFocus, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
let year: Awaited<ReturnType<typeof buildPlan>>;
let box: Awaited<ReturnType<typeof buildPlan>>;
beforeAll(async () => {
  const { db } = story;
  shop = await stockShop(story, 'plans');
  year = await buildPlan(db, {
    nameKo: '가게 연 이용권',
    nameEn: 'Shop Year',
    priceCents: 9_999,
    regularPriceCents: 12_345,
    period: 'yearly',
    devices: ['pc', 'mobile', 'stb'],
  });
  await buildPlan(db, { nameKo: '가게 알뜰 이용권', nameEn: 'Shop Basic', priceCents: 799 });
  box = await buildPlan(db, {
    nameKo: '가게 셋톱박스 배송비',
    nameEn: 'Shop STB Shipping Charge',
    priceCents: 2_000,
    period: 'once',
    devices: ['stb'],
  });
  await buildPage(db, { slug: 'plans', titleKo: '가려진 쪽', titleEn: 'Hidden page' });
  for (const tag of ['plans', 'support'] as const) await announceChange(db, tag);
});

const words = {
  ko: {
    plans: '이용권',
    once: '한 번만',
    perYear: '1년',
    perMonth: '한 달에 $8.33',
    saved: '19% 할인',
    box: '셋톱박스',
    recommended: '추천 이용권',
    atOnce: '동시에 3대까지 시청',
    choose: (name: string) => `${name} 선택하기`,
    order: (name: string) => `${name} 신청하기`,
    how: '전화나 메일로 신청해 주세요',
    hours: '평일 09:00~18:00',
    mail: '메일 쓰기',
    close: '닫기',
    username: '아이디 또는 이메일',
    password: '비밀번호',
    login: '로그인',
    mine: '내 이용권',
    running: '이용 중',
    none: '이용권 없음',
    needed: '이용권이 필요해요',
    back: '돌아가기',
    play: '재생',
    menu: '가족 프로필 메뉴',
    help: '고객센터',
    trial: '무료 체험',
    free: '무료로 보기',
    see: '이용권 보기',
    grownUp: '어른과 함께 골라 주세요',
    switch: '프로필 바꾸기',
    failed: '이용권 정보를 불러오지 못했어요',
    again: '다시 시도하기',
    together: '어른과 함께 열어 주세요',
  },
  en: {
    plans: 'Plans',
    once: 'One Time',
    perYear: 'per year',
    perMonth: '$8.33 per month',
    saved: 'Save 19%',
    box: 'Set-top box',
    recommended: 'Recommended',
    atOnce: 'Watch on up to 3 devices at once',
    choose: (name: string) => `Choose ${name}`,
    order: (name: string) => `Order ${name}`,
    how: 'Order by phone or email',
    hours: 'Weekdays 09:00-18:00',
    mail: 'Send an email',
    close: 'Close',
    username: 'Username or email',
    password: 'Password',
    login: 'Log in',
    mine: 'Your plan',
    running: 'Subscribed',
    none: 'Un-Subscribed',
    needed: 'You need a plan',
    back: 'Go back',
    play: 'Play',
    menu: '가족’s profile menu',
    help: 'Help center',
    trial: 'Free trial',
    free: 'Watch Free',
    see: 'See the plans',
    grownUp: 'Ask a grown-up to choose',
    switch: 'Switch profile',
    failed: 'We couldn’t load your plan details',
    again: 'Try again',
    together: 'Ask a grown-up to open this',
  },
};

describe.each(toldIn('en'))('plans, in %s', (locale) => {
  const say = words[locale];
  const nameOf = (row: { nameKo: string; nameEn: string }) => (locale === 'ko' ? row.nameKo : row.nameEn);

  test('the header leads to the cards, each with its price, its period and its devices', async () => {
    const page = await story.open('/', { locale });
    await page.getByRole('banner').getByRole('link', { name: say.plans, exact: true }).click();
    await arrive(page, '/plans');
    await page.getByRole('heading', { level: 1, name: say.plans }).waitFor();
    const paid = page.getByRole('article', { name: nameOf(year) });
    for (const text of ['$99.99', say.perYear, say.perMonth, say.saved, say.box, say.atOnce])
      await paid.getByText(text, { exact: false }).first().waitFor();
    expect(await paid.locator('s').textContent()).toBe('$123.45');
    // One plan of all that are offered is recommended, and its button is a primary one.
    const offers = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: say.choose('') }) });
    const recommended = offers.filter({ hasText: say.recommended });
    expect(await recommended.count()).toBe(1);
    const colours = await Promise.all(
      [recommended, offers.filter({ hasNotText: say.recommended }).first()].map((card) =>
        card.getByRole('button').evaluate((button) => getComputedStyle(button).backgroundColor),
      ),
    );
    expect(colours[0]).not.toBe(colours[1]);
    const boxes = page.getByRole('region', { name: say.box, exact: true });
    const charge = boxes.getByRole('article', { name: nameOf(box) });
    await charge.getByText('$20.00').waitFor();
    await charge.getByText(say.once).waitFor();
    for (const store of ['App Store', 'Google Play']) {
      const href = await page.getByRole('main').getByRole('link', { name: store }).getAttribute('href');
      expect(href).toMatch(/^https:/);
    }
  });

  test('a guest who chooses logs in first, and then finds the checkout open', async () => {
    const user = await buildViewer(story);
    const page = await story.open('/plans', { locale });
    await page.getByRole('button', { name: say.choose(nameOf(year)) }).click();
    await arrive(page, '/login');
    await page.getByLabel(say.username).fill(user.username);
    await page.getByLabel(say.password, { exact: true }).fill(user.password);
    await page.getByRole('button', { name: say.login, exact: true }).click();
    await page.getByRole('button', { name: '가족', exact: true }).click();
    await arrive(page, `/checkout/${year.id}/${year.priceId}`);
    await page
      .getByRole('region', { name: nameOf(year) })
      .getByText('$99.99')
      .first()
      .waitFor();
    // Back is where the guest chose; nothing is chosen by itself.
    await page.goBack();
    await page.getByRole('article', { name: nameOf(year) }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/plans');
  });

  test('without cards, choosing says whom to call, and has an e-mail that says what is wanted', async () => {
    const user = await buildViewer(story);
    const page = await openAs(story, user, '/faqs', { locale });
    await page.route('**/api/account/membership', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ response: answer, json: { data: { ...data, takes_cards: false } } });
    });
    await page.goto(`${story.url}/plans`);
    const order = page.getByRole('button', { name: say.order(nameOf(box)) });
    await order.click();
    const dialog = page.getByRole('dialog', { name: say.how });
    await dialog.getByText(say.hours).waitFor();
    await expect.poll(() => dialog.locator('a[href^="tel:"]').count()).toBeGreaterThan(0);
    const mail = decodeURIComponent(
      (await dialog.getByRole('link', { name: say.mail }).getAttribute('href')) ?? '',
    );
    expect(mail).toContain(nameOf(box));
    expect(mail).toContain('$20.00');
    expect(mail).toContain(user.username);
    await dialog.getByRole('button', { name: say.close }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectFocus(order);
  });

  test('a kids profile that chooses is told that a grown-up has to, and pays nothing', async () => {
    const kid = await buildViewer(story, { name: '꼬마', isKid: true, maturity: 7 });
    const page = await openAs(story, kid, '/plans', { locale });
    const choose = page.getByRole('button', { name: say.choose(nameOf(year)) });
    await choose.click();
    const dialog = page.getByRole('dialog', { name: say.grownUp });
    await dialog.getByRole('link', { name: say.switch }).waitFor();
    await dialog.getByRole('button', { name: say.close }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectFocus(choose);
    await page.goto(`${story.url}/checkout/${year.id}/${year.priceId}`);
    await page.getByRole('heading', { level: 1, name: say.together }).waitFor();
  });

  test('choosing says so when what the household has is not loaded, and goes on by a retry', async () => {
    const user = await buildViewer(story);
    const page = await openAs(story, user, '/faqs', { locale, expected: [/status of 503/, /^503 /] });
    await page.route('**/api/account/membership', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${story.url}/plans`);
    await page.getByRole('button', { name: say.choose(nameOf(year)) }).click();
    const dialog = page.getByRole('dialog', { name: say.failed });
    await dialog.waitFor();
    await page.unroute('**/api/account/membership');
    await dialog.getByRole('button', { name: say.again }).click();
    await arrive(page, `/checkout/${year.id}/${year.priceId}`);
    await page
      .getByRole('region', { name: nameOf(year) })
      .first()
      .waitFor();
  });

  test('a member sees which plan runs and until when, and cannot choose it again', async () => {
    const user = await buildViewer(story, {}, { plan: 30, planId: year.id });
    const page = await openAs(story, user, '/plans', { locale });
    const mine = page.getByRole('region', { name: say.mine });
    await mine.getByText(say.running).waitFor();
    const until = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('en-CA', {
      timeZone: 'America/Los_Angeles',
    });
    expect((await mine.getByRole('time').getAttribute('datetime'))?.slice(0, 7)).toBe(until.slice(0, 7));
    const card = page.getByRole('article', { name: nameOf(year) });
    await card.getByText(say.running).waitFor();
    expect(await page.getByText(say.recommended).count()).toBe(0);
    await expect.poll(() => card.getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: say.order(nameOf(box)) }).waitFor();
  });

  test('a premium title without a plan leads here, says why, and leads back', async () => {
    const path = `/view/m/${shop.premium.slug}`;
    const page = await openAs(story, await buildViewer(story), path, { locale });
    await page.getByRole('button', { name: say.play, exact: true }).click();
    await arrive(page, '/plans');
    const why = page.getByRole('region', { name: say.needed });
    await why.getByText(locale === 'ko' ? shop.premium.titleKo : shop.premium.titleEn).waitFor();
    await page.getByText(say.none).waitFor();
    await why.getByRole('button', { name: say.back }).click();
    await arrive(page, path);
    // A viewer who opens the page from the menu sees no reason.
    await page.getByRole('banner').getByRole('link', { name: say.plans, exact: true }).click();
    await page.getByRole('article', { name: nameOf(year) }).waitFor();
    await expect.poll(() => why.count()).toBe(0);
  });

  test('the profile menu leads to the help center', async () => {
    const page = await openAs(story, await buildViewer(story), '/plans', { locale });
    await page.getByRole('button', { name: say.menu }).click();
    await page.locator('#profile-menu').getByRole('link', { name: say.help }).click();
    await arrive(page, '/faqs');
  });

  test('the trial says what a box costs that does not come back, and leads to plans and free videos', async () => {
    const page = await story.open('/plans', { locale });
    await page.getByRole('link', { name: say.trial }).click();
    await arrive(page, '/trial');
    await page.getByText('$40.00').waitFor();
    await page.getByText('$20.00').waitFor();
    await page.getByRole('main').getByRole('link', { name: say.see }).click();
    await arrive(page, '/plans');
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: say.free }).click();
    await arrive(page, '/free-videos');
  });
});

test('a page of the staff cannot take the address of the plans', async () => {
  const page = await story.open('/plans');
  await page.getByRole('article', { name: year.nameKo }).waitFor();
  await expect
    .poll(() => page.getByText('가려진 쪽').count())
    .toBe(await page.getByRole('contentinfo').getByText('가려진 쪽').count());
});
