/** The job that tells open pages of an episode that has come out. Told twice, they only look twice. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { appEvent } from '../../../adapters/push/port.ts';
import { defineJob } from '../../../jobs/queue.ts';
import { episodes, programmes } from '../catalog.tables.ts';
import { maySeeEpisode } from '../entitlement.ts';
import { type AnnounceEpisodePayload, announceEpisodeJobName } from '../series.service.ts';

export const announceEpisodeJob = defineJob<AnnounceEpisodePayload>(
  announceEpisodeJobName,
  async ({ programmeId }, { db, push, now }) => {
    const [newest] = await db
      .select({
        programme_id: programmes.id,
        maturity: programmes.maturity,
        title_ko: programmes.titleKo,
        title_en: programmes.titleEn,
        season_number: episodes.seasonNumber,
        episode_number: episodes.number,
      })
      .from(programmes)
      .innerJoin(episodes, eq(episodes.programmeId, programmes.id))
      .where(and(eq(programmes.id, programmeId), eq(programmes.published, true), maySeeEpisode(now())))
      .orderBy(desc(sql`coalesce(${episodes.availableFrom}, ${episodes.createdAt})`))
      .limit(1);
    if (newest)
      await push.broadcast({ channel: 'catalog', event: appEvent('EpisodePublished'), data: newest });
  },
);
