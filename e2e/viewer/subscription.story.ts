/** The subscription page with its tabs and fees; what the header and its menus lead to at every width; the app's bar on phones. */
import { describe, expect, test } from 'vitest';
import { openStory, type Story, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, expectFocus, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    features: '서비스 특징',
    register: '가입하기',
    guide: '이용 가이드',
    join: '가입은 이렇게 해요',
    fees: '셋톱박스 비용',
    branches: '지점별 설치와 배송',
    notReturned: '무료 체험이 끝나고 2주 안에 셋톱박스를 돌려주지 않을 때',
    miles: '80마일',
    none: '없음',
    can: '가능',
    yes: '있음',
    la: '로스앤젤레스 LA',
    hi: '하와이 HI',
    dc: '워싱턴 D.C. DC',
    hours: '평일 09:00~18:00',
    plans: '이용권',
    subscription: '이용 안내',
    advertise: '광고·제휴',
    help: '고객센터',
    open: '메뉴 열기',
    menu: '메뉴',
    others: '다른 프로필',
    app: '앱 안내',
    closeApp: '앱 안내 닫기',
    get: '앱 받기',
  },
  en: {
    features: 'Features',
    register: 'Sign up',
    guide: 'User guide',
    join: 'How to join',
    fees: 'Set-top box fees',
    branches: 'Installation and shipping by branch',
    notReturned: 'Set-top box not returned within two weeks after the free trial',
    miles: '80 miles',
    none: 'None',
    can: 'Available',
    yes: 'Yes',
    la: 'Los Angeles LA',
    hi: 'Hawaii HI',
    dc: 'Washington D.C. DC',
    hours: 'Weekdays 09:00-18:00',
    plans: 'Plans',
    subscription: 'Subscription',
    advertise: 'Advertise',
    help: 'Help center',
    open: 'Open menu',
    menu: 'Menu',
    others: 'Other profiles',
    app: 'About the app',
    closeApp: 'Close the note about the app',
    get: 'Get the app',
  },
};

describe.each(toldIn('en'))('the subscription page, in %s', (locale) => {
  const say = words[locale];

  test('has three tabs, each with an address, and arrow keys go between them', async () => {
    const page = await story.open('/subscription', { locale });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await expect.poll(() => page.getByRole('tab').count()).toBe(3);
    expect(await tab(say.features).getAttribute('aria-selected')).toBe('true');
    await tab(say.register).click();
    await arrive(page, '/subscription?tab=register');
    await page.getByRole('heading', { name: say.join }).waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: say.register }).waitFor();
    await page.keyboard.press('ArrowRight');
    await arrive(page, '/subscription?tab=guide');
    await expectFocus(tab(say.guide));
    await page.getByRole('tabpanel', { name: say.guide }).waitFor();
    await page.keyboard.press('ArrowRight');
    await arrive(page, '/subscription');
    await page.getByRole('tabpanel', { name: say.features }).waitFor();
  });

  test('opens the tab that the address names, a moment after the page has come with the first', async () => {
    const html = await (
      await fetch(`${story.url}/subscription?tab=guide`, { headers: { cookie: `locale=${locale}` } })
    ).text();
    expect(/aria-selected="true"[^>]*>([^<]*)/.exec(html)?.[1]).toBe(say.features);
    const page = await story.open('/subscription?tab=guide', { locale });
    await page.getByRole('tabpanel', { name: say.guide }).waitFor();
    expect(await page.getByRole('tab', { name: say.guide }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('tabpanel', { name: say.guide }).getByText(say.hours).waitFor();
    for (const store of ['App Store', 'Google Play'])
      await page.getByRole('tabpanel').getByRole('link', { name: store }).waitFor();
  });

  test('says what a set-top box costs, everywhere and branch by branch', async () => {
    const page = await story.open('/subscription?tab=guide', { locale });
    const fees = page.getByRole('table', { name: say.fees });
    await fees.getByRole('row', { name: say.notReturned }).getByText('$40.00').waitFor();
    await fees.getByText('$20.00').waitFor();
    const cells = async (name: string) => {
      const row = page
        .getByRole('table', { name: say.branches })
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
      return row.getByRole('cell').allTextContents();
    };
    const [visit, shipping] = await cells(say.la);
    expect(visit).toContain('$40.00');
    expect(visit).toContain(say.miles);
    expect(shipping).toBe(say.none);
    expect(await cells(say.hi)).toEqual([say.none, say.yes]);
    expect(await cells(say.dc)).toEqual([say.can, say.yes]);
  });

  test('is led to by the header, the slide-in menu and the sitemap page', async () => {
    const page = await story.open('/notice', { locale, width: 1440 });
    const header = page.getByRole('banner');
    for (const [name, path] of [
      [say.subscription, '/subscription'],
      [say.advertise, '/partner'],
      [say.plans, '/plans'],
    ] as const) {
      await header.getByRole('link', { name, exact: true }).click();
      await arrive(page, path);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [name, path] of [
      [say.subscription, '/subscription'],
      [say.advertise, '/partner'],
      [say.plans, '/plans'],
      [say.help, '/faqs'],
    ] as const) {
      await page.getByRole('button', { name: say.open }).click();
      const menu = page.getByRole('dialog', { name: say.menu });
      await menu.getByRole('link', { name, exact: true }).click();
      await arrive(page, path);
      await menu.waitFor({ state: 'hidden' });
    }
    await page.goto(`${story.url}/sitemap`);
    for (const name of [say.subscription, say.advertise, say.plans])
      await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
  });

  test('nothing in the header lies over anything else, from a phone to a wide screen', async () => {
    const page = await openAs(story, await buildViewer(story), '/subscription', { locale });
    await page.getByRole('tab').first().waitFor();
    for (const width of [360, 768, 1024, 1025, 1280, 1400, 1600, 1850, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await overlaps(page), `${width} px`).toEqual([]);
    }
  });

  test('the slide-in menu changes the profile', async () => {
    const viewer = await buildViewer(story);
    const { buildProfile } = await import('../../test/build.ts');
    await buildProfile(story.db, { householdId: viewer.householdId, name: '할머니' });
    const page = await openAs(story, viewer, '/subscription', { locale, width: 360 });
    await page.getByRole('button', { name: say.open }).click();
    const others = page.getByRole('dialog', { name: say.menu }).getByRole('list', { name: say.others });
    await others.getByRole('button', { name: '할머니' }).click();
    await page.getByRole('button', { name: /할머니/ }).waitFor();
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('maru.session') ?? '{}').profile?.name))
      .toBe('할머니');
  });
});

/** Controls of the header that cover each other; what has scrolled out of the row of links does not count. */
function overlaps(page: Awaited<ReturnType<Story['open']>>): Promise<string[]> {
  return page.evaluate(() => {
    const row = document.querySelector('header nav ul');
    const boxes = [...document.querySelectorAll<HTMLElement>('header a, header button')].flatMap(
      (element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        if (width < 2 || element.closest('dialog')) return [];
        const clip = row?.contains(element)
          ? row.getBoundingClientRect()
          : { left: 0, right: window.innerWidth };
        const box = { left: Math.max(left, clip.left), right: Math.min(right, clip.right), top, bottom };
        const name = element.ariaLabel ?? element.textContent ?? '';
        const outside = !row?.contains(element) && (left < 0 || right > window.innerWidth);
        return box.right - box.left > 1 ? [{ ...box, name, outside }] : [];
      },
    );
    return boxes.flatMap((a, at) => [
      ...(a.outside ? [`${a.name} is off the screen`] : []),
      ...boxes
        .slice(at + 1)
        .filter(
          (b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
        )
        .map((b) => `${a.name} × ${b.name}`),
    ]);
  });
}

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  tablet:
    'Mozilla/5.0 (Linux; Android 15; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

describe.each(toldIn('en'))('on a phone, in %s', (locale) => {
  const say = words[locale];
  test.each([
    ['iphone', 'apps.apple.com'],
    ['android', 'play.google.com'],
  ] as const)('%s is offered the app of its own store, until the offer is closed', async (phone, store) => {
    const page = await story.open('/trial', { locale, width: 390, userAgent: agents[phone] });
    const bar = page.getByRole('complementary', { name: say.app });
    await bar.waitFor();
    expect(await bar.getByRole('link', { name: say.get }).getAttribute('href')).toContain(store);
    const { height } = (await bar.boundingBox())!;
    expect(height).toBeLessThanOrEqual(72);
    await bar.getByRole('button', { name: say.closeApp }).click();
    await bar.waitFor({ state: 'detached' });
    const script = page.waitForResponse((response) => response.url().includes('app-popup'));
    await page.reload();
    await script;
    await expect.poll(() => bar.count()).toBe(0);
  });
});

test('neither the login nor a bigger screen has the offer of the app', async () => {
  for (const [path, userAgent] of [
    ['/login', agents.iphone],
    ['/trial', agents.tablet],
    ['/trial', undefined],
  ] as const) {
    const page = await story.open(path, { width: 390, ...(userAgent ? { userAgent } : {}) });
    // Live push is joined last of all: the offer would be there by then.
    await page.waitForRequest('**/assets/live-updates-*');
    await expect.poll(() => page.getByRole('complementary', { name: '앱 안내' }).count()).toBe(0);
  }
});

test('opening the app is a visit, once however far one goes in it', async () => {
  const page = await story.open('/favicon.svg', { expected: [/favicon\.ico/] });
  let visits = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/visit')) visits += 1;
  });
  const answered = page.waitForResponse('**/api/visit');
  await page.goto(`${story.url}/trial`);
  expect((await answered).status()).toBe(200);
  await page.getByRole('main').getByRole('link', { name: '이용권 보기' }).click();
  await arrive(page, '/plans');
  expect(visits).toBe(1);
});
