/** The job that tells of an episode that has come out: open pages, which look twice when told twice, and whom its series interests. */
import { and, desc, eq } from 'drizzle-orm';
import { appEvent } from '../../../adapters/push/port.ts';
import { defineJob } from '../../../jobs/queue.ts';
import { isEpisodeOpen } from '../../entitlement/entitlement.ts';
import { notify } from '../../notifications/notifications.service.ts';
import { releasedAt } from '../catalog.repo.ts';
import { episodes, programmes } from '../catalog.tables.ts';
import { type AnnounceEpisodePayload, announceEpisodeJobName } from '../series.service.ts';

export const announceEpisodeJob = defineJob<AnnounceEpisodePayload>(
  announceEpisodeJobName,
  async ({ programmeId }, context) => {
    const { db, push, now } = context;
    const [found] = await db
      .select({
        id: episodes.id,
        slug: programmes.slug,
        programme_id: programmes.id,
        maturity: programmes.maturity,
        title_ko: programmes.titleKo,
        title_en: programmes.titleEn,
        season_number: episodes.seasonNumber,
        episode_number: episodes.number,
      })
      .from(programmes)
      .innerJoin(episodes, eq(episodes.programmeId, programmes.id))
      .where(
        and(eq(programmes.id, programmeId), eq(programmes.published, true), isEpisodeOpen(episodes, now())),
      )
      .orderBy(desc(releasedAt), desc(episodes.seasonNumber), desc(episodes.number))
      .limit(1);
    if (!found) return;
    const { id, slug, ...newest } = found;
    await db.transaction((tx) =>
      notify(tx, context, {
        cause: 'new_episode',
        subjectId: id,
        values: {
          slug,
          title_ko: newest.title_ko,
          title_en: newest.title_en,
          season: newest.season_number,
          number: newest.episode_number,
        },
        audience: { followersOf: programmeId },
      }),
    );
    await push.broadcast(appEvent('catalog', 'EpisodePublished', newest));
  },
);
