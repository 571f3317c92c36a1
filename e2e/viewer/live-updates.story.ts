/** What happens at the service while a page is open. */
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { seasons } from '../../src/server/modules/catalog/catalog.tables.ts';
import { profiles } from '../../src/server/modules/profiles/profiles.tables.ts';
import { buildEpisode } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { arrive, buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'push');
});

/** Resolves once the page has joined the channel. */
const joined = (page: Awaited<ReturnType<typeof story.open>>, channel: string) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (text.includes('subscription_succeeded') && text.includes(channel)) resolve();
      }),
    );
  });

test('a new episode of a title on the list is said, and shows without a reload', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/favicon.svg', { expected: [/favicon\.ico/] });
  const ready = joined(page, 'catalog');
  await page.goto(`${story.url}/view/s/${shop.series.slug}`);
  await page.getByRole('button', { name: '찜하기' }).first().click();
  await ready;
  const [season] = await story.db
    .select()
    .from(seasons)
    .where(and(eq(seasons.programmeId, shop.series.id), eq(seasons.number, 2)));
  await buildEpisode(story.db, {
    season: season!,
    number: 3,
    titleKo: '돌아온 등대',
    titleEn: 'Back at the light',
  });
  await announceChange(story.db, 'catalog');
  await page.getByText(`${shop.series.titleKo} 3화가 올라왔어요.`).waitFor();
  await page.getByText('돌아온 등대').first().waitFor();
});

test('a profile’s new name shows on the household’s other devices, and its new PIN sends them out of it', async () => {
  const viewer = await buildViewer(story, { name: '거실' });
  const page = await openAs(story, viewer, '/favicon.svg', { expected: [/favicon\.ico/] });
  const ready = joined(page, 'private-household');
  await page.goto(`${story.url}/my-list`);
  await ready;
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${story.url}/api/account/profiles/${viewer.profile.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${there}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, `${method} ${path}`).toBe(200);
  };
  const login = await fetch(`${story.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: viewer.username, password: viewer.password }),
  });
  const there = ((await login.json()) as { data: { token: string } }).data.token;
  await send('PATCH', '', { name: '안방' });
  await page.getByRole('button', { name: /안방/ }).first().waitFor();
  await send('PUT', '/pin', { pin: '4821', password: viewer.password });
  await arrive(page, '/profiles');
  await page.getByRole('button', { name: '안방, PIN으로 잠김' }).click();
  await page.getByLabel('PIN 네 자리').fill('4821');
  await arrive(page, '/my-list');
});

test('what changed while the connection was down shows once it is back', async () => {
  const viewer = await buildViewer(story, { name: '거실' });
  const page = await openAs(story, viewer, '/favicon.svg', { expected: [/favicon\.ico/] });
  let isDown = false;
  const joinedBy: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (isDown) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (/subscription_succeeded.*private-household/.test(String(message))) joinedBy.push(socket);
    });
  });
  await page.goto(`${story.url}/my-list`);
  await expect.poll(() => joinedBy.length).toBe(1);
  isDown = true;
  await joinedBy[0]?.close();
  await story.db.update(profiles).set({ name: '안방' }).where(eq(profiles.id, viewer.profile.id));
  isDown = false;
  await page.getByRole('button', { name: /안방/ }).first().waitFor();
});
