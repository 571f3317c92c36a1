/** The demo's YouTube: a sandbox in this process, where no key is set, and a playlist that is kept in sync with it. */
import { sql } from 'drizzle-orm';
import { YouTubeSandbox } from '../src/server/adapters/partner-video/sandbox.ts';
import { YouTube } from '../src/server/adapters/partner-video/youtube.ts';
import type { Context } from '../src/server/context.ts';
import { buildPartnerCategory, buildPlaylist } from '../test/build-partner-video.ts';
import { demoYouTubeCategory, demoYouTubePlaylist, demoYouTubeVideos } from './catalogue/youtube.ts';
import { isLoaded, setLoaded } from './parts.ts';

const part = 'youtube';

/** Opens the sandbox, and once in a database's life adds the playlist; its clips come with the first sync. */
export async function loadDemoYouTube(context: Context): Promise<void> {
  if (context.partnerVideoSource) return;
  const { apiKey, answer } = new YouTubeSandbox(demoYouTubeVideos, [demoYouTubePlaylist]);
  context.partnerVideoSource = new YouTube({ apiKey, answer });
  if (await isLoaded(context.db, part)) return;
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(721004555)`);
    if (await isLoaded(tx, part)) return;
    const category = await buildPartnerCategory(tx, { ...demoYouTubeCategory, position: 100 });
    await buildPlaylist(tx, {
      playListId: demoYouTubePlaylist.id,
      titleKo: demoYouTubePlaylist.title,
      titleEn: demoYouTubePlaylist.titleEn ?? demoYouTubePlaylist.title,
      position: 100,
      synced: true,
      categoryId: category.id,
    });
    await setLoaded(tx, part);
  });
}
