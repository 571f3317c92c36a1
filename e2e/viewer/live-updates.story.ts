/** What happens at the service while a page is open. */
import { and, eq } from 'drizzle-orm';
import { beforeAll, test } from 'vitest';
import { announceChange } from '../../src/server/changes.ts';
import { seasons } from '../../src/server/modules/catalog/catalog.tables.ts';
import { buildEpisode } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { buildViewer, openAs, type Shop, stockShop } from './shop.ts';

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
    .where(and(eq(seasons.programmeId, shop.series.id), eq(seasons.number, 1)));
  await buildEpisode(story.db, {
    season: season!,
    number: 15,
    titleKo: '돌아온 등대',
    titleEn: 'Back at the light',
  });
  await announceChange(story.db, 'catalog');
  await page.getByText(`${shop.series.titleKo} 15화가 올라왔어요.`).waitFor();
  await page.getByText('돌아온 등대').first().waitFor();
});
