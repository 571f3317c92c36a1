/** What people are told: the list, how they want to be told, web push on a device, and mail that is stopped. */
import { createECDH, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { pushSubscriptions } from '../../src/server/modules/notifications/notifications.tables.ts';
import { unsubscribeUrl } from '../../src/server/modules/notifications/unsubscribe.service.ts';
import { buildNotification } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, openAs } from './shop.ts';

const story = openStory({ hasNotifications: true });
const words = {
  ko: {
    list: '알림',
    unread: (count: number) => `알림, 읽지 않은 알림 ${count}개`,
    answered: '문의에 답변이 도착했어요',
    security: '새 기기에서 로그인했어요',
    readAll: '모두 읽음',
    settings: '알림 설정',
    empty: '아직 알림이 없어요',
    cell: (kind: string, channel: string) => `${kind} ${channel}`,
    episodes: '찜한 작품의 새 회차',
    notice: '공지사항',
    inApp: '알림함',
    email: '메일',
    locked: '항상 보내요',
    notSaved: '설정을 저장하지 못했어요.',
    quiet: '방해 금지 시간 정하기',
    from: '시작',
    nextDay: '미 태평양 시간 기준이고, 다음 날까지 이어져요.',
    grownUps: '어른과 함께 열어 주세요',
    turnOn: '이 기기에서 받기',
    turnOff: '이 기기에서 끄기',
    denied: '브라우저에서 알림을 막아 두었어요.',
    unsupported: '이 브라우저는 푸시 알림을 지원하지 않아요.',
    needsApp: '홈 화면에 추가한 앱에서만',
    stop: '그만 받기',
    stopped: '‘공지사항’ 메일은 더 보내지 않을게요.',
    broken: '링크가 잘린 것 같아요.',
  },
  en: {
    list: 'Notifications',
    unread: (count: number) => `Notifications, ${count} unread`,
    answered: 'We’ve answered your inquiry',
    security: 'Login on a new device',
    readAll: 'Mark all read',
    settings: 'Notification settings',
    empty: 'No notifications yet',
    cell: (kind: string, channel: string) => `${kind}: ${channel}`,
    episodes: 'New episodes on My List',
    notice: 'Notices',
    inApp: 'In the app',
    email: 'Email',
    locked: 'Always sent',
    notSaved: 'That couldn’t be saved.',
    quiet: 'Set quiet hours',
    from: 'From',
    nextDay: 'Pacific Time, into the next day.',
    grownUps: 'Ask a grown-up to open this',
    turnOn: 'Turn on for this device',
    turnOff: 'Turn off for this device',
    denied: 'Your browser is blocking notifications from us.',
    unsupported: 'This browser doesn’t support push notifications.',
    needsApp: 'only work in the app on your Home Screen',
    stop: 'Stop them',
    stopped: 'We won’t send you any more emails about “Notices”.',
    broken: 'Part of the link seems to be missing.',
  },
};

/** As after the visitor has allowed notifications in the browser. */
const allow = (page: Page) => page.context().grantPermissions(['notifications'], { origin: story.url });

/**
 * Stands in for the browser's push service, which no test machine has to reach: subscribing answers what a real one would, keys
 * and all. What is sent to such a device is tested with a push service of our own (`web-push.test.ts`).
 */
async function standInForPushService(page: Page): Promise<void> {
  const keys = createECDH('prime256v1');
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`,
    keys: { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  await page.addInitScript((made) => {
    const subscribed = () => sessionStorage.getItem('subscribed') === 'yes';
    const object = {
      toJSON: () => made,
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    };
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem('subscribed', 'yes');
      return object as never;
    };
    PushManager.prototype.getSubscription = async () => (subscribed() ? (object as never) : null);
  }, subscription);
}

describe.each(toldIn('ko'))('notifications, in %s', (locale) => {
  const say = words[locale];

  test('are counted by the bell, read one by one or all at once, and lead to their pages', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/notifications', { locale, width: 360 });
    const main = page.getByRole('main');
    await main.getByText(say.empty).waitFor();
    await picture(page, `notifications-empty-360-${locale}`);
    await buildNotification(story.db, { user: viewer });
    await buildNotification(story.db, {
      user: viewer,
      kind: 'security',
      cause: 'new_sign_in',
      values: { device: 'Safari · iPad' },
    });
    await buildNotification(story.db, { user: viewer, profile: viewer.profile, createdAt: new Date(0) });
    await page.reload();
    await page.getByRole('link', { name: say.unread(2), exact: true }).waitFor();
    await picture(page, `notifications-360-${locale}`);
    await main.getByRole('link', { name: say.security }).click();
    await arrive(page, '/account/devices');
    await page.getByRole('link', { name: say.unread(1), exact: true }).click();
    await arrive(page, '/notifications');
    await main.getByText(say.answered).waitFor();
    await main.getByRole('button', { name: say.readAll }).click();
    await page.getByRole('link', { name: say.list, exact: true }).waitFor();
    await main.getByRole('button', { name: say.readAll }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, `notifications-1280-${locale}`);
  });

  test('come by the channels that are chosen, which are saved at once and say so when they are not', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/notifications', {
      locale,
      expected: [/status of 503/, /^503 /],
    });
    const main = page.getByRole('main');
    await main.getByRole('link', { name: say.settings }).click();
    await arrive(page, '/account/notifications');
    const episodesByMail = main.getByRole('switch', { name: say.cell(say.episodes, say.email) });
    const noticesInApp = main.getByRole('switch', { name: say.cell(say.notice, say.inApp) });
    // Mail about security and about billing.
    await expect.poll(() => main.getByText(say.locked).count()).toBe(2);
    const saved = page.waitForResponse('**/notification-settings');
    await episodesByMail.click({ force: true });
    await saved;
    let failures = 1;
    await page.route('**/api/account/notification-settings', (route) =>
      route.request().method() === 'PUT' && failures-- > 0
        ? route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } })
        : route.fallback(),
    );
    await noticesInApp.click({ force: true });
    await page.getByText(say.notSaved).waitFor();
    await expect.poll(() => noticesInApp.isChecked()).toBe(true);

    const quiet = page.waitForResponse('**/quiet-hours');
    await main.getByRole('switch', { name: say.quiet }).click({ force: true });
    await quiet;
    await main.getByText(say.nextDay).waitFor();
    const later = page.waitForResponse('**/quiet-hours');
    await main.getByLabel(say.from, { exact: true }).selectOption('23:30');
    await later;
    await picture(page, `notification-settings-1280-${locale}`);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.reload();
    await expect.poll(() => episodesByMail.isChecked()).toBe(true);
    await expect.poll(() => main.getByLabel(say.from, { exact: true }).inputValue()).toBe('23:30');
    await picture(page, `notification-settings-360-${locale}`);
  });

  test('come to this device once its browser allows them, and not any more when they are turned off', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/favicon.svg', {
      locale,
      serviceWorker: true,
      expected: [/favicon\.ico/],
    });
    await allow(page);
    await standInForPushService(page);
    await page.goto(`${story.url}/account/notifications`);
    const main = page.getByRole('main');
    const devices = () =>
      story.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, viewer.id));
    await main.getByRole('button', { name: say.turnOn }).click();
    await main.getByRole('button', { name: say.turnOff }).waitFor();
    expect(await devices()).toHaveLength(1);
    await page.reload();
    await main.getByRole('button', { name: say.turnOff }).click();
    await main.getByRole('button', { name: say.turnOn }).waitFor();
    expect(await devices()).toEqual([]);
    // A permission that was given cannot be taken back from outside.
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    });
    await page.reload();
    await main.getByText(say.denied).waitFor();
  });

  test('by push say what to do where there is none', async () => {
    const viewer = await buildViewer(story);
    const withoutPush = async (userAgent?: string) => {
      const page = await openAs(story, viewer, '/favicon.svg', {
        locale,
        expected: [/favicon\.ico/],
        ...(userAgent ? { userAgent } : {}),
      });
      await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
      await page.goto(`${story.url}/account/notifications`);
      return page.getByRole('main');
    };
    await (await withoutPush()).getByText(say.unsupported).waitFor();
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    await (await withoutPush(phone)).getByText(say.needsApp).waitFor();
  });

  test('by mail are stopped by the link in it, without signing in', async () => {
    const viewer = await buildViewer(story);
    const config = readConfig({ MARU_DATA_DIR: story.dataDir });
    const { search } = new URL(unsubscribeUrl({ config }, viewer.id, 'notice') ?? '');
    const page = await story.open(`/unsubscribe${search}`, {
      locale,
      width: 360,
      expected: [/status of 404/],
    });
    await picture(page, `unsubscribe-360-${locale}`);
    await page.getByRole('button', { name: say.stop }).click();
    await page.getByText(say.stopped).waitFor();
    const { rows } = await story.pool.query(
      'select kind, channel, wanted from notifications_choices where user_id = $1',
      [viewer.id],
    );
    expect(rows).toEqual([{ kind: 'notice', channel: 'email', wanted: false }]);
    await page.goto(`${story.url}/unsubscribe${search.slice(0, -3)}`);
    await page.getByRole('button', { name: say.stop }).click();
    await page.getByText(say.broken).waitFor();
  });

  test('of the account are not a child’s, and neither are the settings', async () => {
    const viewer = await buildViewer(story, { isKid: true, age: 8, maturity: 7 });
    await buildNotification(story.db, { user: viewer });
    const page = await openAs(story, viewer, '/notifications', { locale });
    await page.getByRole('main').getByText(say.empty).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: say.settings }).count()).toBe(0);
    await page.goto(`${story.url}/account/notifications`);
    await page.getByText(say.grownUps).waitFor();
  });
});

test('a message that comes while no page is open is shown once, and leads to its page when it is pressed', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/favicon.svg', {
    serviceWorker: true,
    expected: [/favicon\.ico/],
  });
  await allow(page);
  const context = page.context();
  const devtools = await context.newCDPSession(page);
  let registrationId = '';
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const one of registrations) if (!one.isDeleted) registrationId = one.registrationId;
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto(`${story.url}/my-list`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const message = {
    id: 'a-notification',
    title: '등대지기 3화가 올라왔어요',
    text: '지금 바로 볼 수 있어요.',
    path: '/notifications',
    lang: 'ko',
  };
  // As the browser does when its push service has something: the service itself is out of reach of a test.
  const deliver = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: story.url,
      registrationId,
      data: JSON.stringify(message),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  // A worker that is not yet awake is told nothing, and the caller neither.
  await expect
    .poll(async () => {
      await deliver();
      return shown();
    })
    .toEqual([{ title: message.title, body: message.text, tag: message.id }]);
  await deliver();
  await expect.poll(shown).toHaveLength(1);

  // Only a real press may move the focus, so what the press does is looked at in the worker.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const pressed = await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: { getNotifications(): Promise<object[]> };
      clients: { matchAll: unknown; openWindow: unknown };
      dispatchEvent(event: Event): boolean;
    };
    const went: string[] = [];
    const tab = (url: string) => ({
      url,
      focus: async () => went.push('focus'),
      navigate: async (to: string) => went.push(to),
    });
    const press = async (notification: object, tabs: object[]) => {
      scope.clients.matchAll = async () => tabs;
      scope.clients.openWindow = async (to: string) => went.push(`new ${to}`);
      const event = new Event('notificationclick');
      let done: Promise<unknown> = Promise.resolve();
      Object.assign(event, {
        notification,
        waitUntil: (work: Promise<unknown>) => {
          done = work;
        },
      });
      scope.dispatchEvent(event);
      await done;
    };
    const [notification] = await scope.registration.getNotifications();
    const close = () => undefined;
    const { origin } = self.location;
    await press(notification as object, [tab(`${origin}/watch/e/1`), tab(`${origin}/my-list`)]);
    await press({ close, data: { path: '/notifications' } }, [tab(`${origin}/watch/e/1`)]);
    await press({ close, data: { path: 'https://elsewhere.example/' } }, [tab(`${origin}/`)]);
    return went;
  });
  expect(pressed).toEqual(['focus', `${story.url}/notifications`, `new ${story.url}/notifications`]);
});
