/** Playback of the catalog: movies, episodes, and series by the episode that they resume or start with. */
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Asked, PlayableKind } from '../../playable-kind.ts';
import { decidePlay } from '../entitlement/entitlement.ts';
import { presentEpisodeLine, presentImage } from './catalog.present.ts';
import { findEpisodeToPlay } from './episode-to-play.service.ts';
import { findNextEpisode, findPlayTarget, type PlayTarget } from './play-targets.repo.ts';

/** Target of a playback: the title, or one of a series' episodes. Fails with the reason if it cannot be played. */
async function chooseTarget(
  context: Context,
  { viewer, locale, now }: Asked,
  wanted: { type: 'programme' | 'episode'; id: string },
): Promise<PlayTarget> {
  const target = (await findPlayTarget(context.db, viewer, locale, wanted)) ?? fail('not_found');
  const decision = decidePlay(viewer, target.programme, now, target.episode);
  if (decision !== 'play') fail(decision);
  if (target.episode || target.programme.kind === 'movie') return target;
  const episode = await findEpisodeToPlay(context.db, now, target.programme.id, viewer.profileId);
  if (!episode) fail('not_ready');
  return chooseTarget(context, { viewer, locale, now }, { type: 'episode', id: episode.id });
}

export const catalogKind: PlayableKind = {
  types: ['s', 'm', 'e'],
  async choose(context, asked, { type, id }) {
    const { locale, now } = asked;
    const wanted = { type: type === 'e' ? 'episode' : 'programme', id } as const;
    const { programme, episode, assetId, poster, progress } = await chooseTarget(context, asked, wanted);
    if (assetId === null) fail('not_ready');
    const next =
      episode && (await findNextEpisode(context.db, locale, now, { programmeId: programme.id, ...episode }));
    return {
      as: 'video',
      plays: { programmeId: programme.id, episodeId: episode?.id ?? null },
      premium: programme.premium,
      itemId: episode?.id ?? programme.id,
      assetId,
      poster,
      progress,
      present: (video) => ({
        ...video,
        type: episode ? 'e' : 'm',
        programme: {
          id: programme.id,
          slug: programme.slug,
          type: programme.kind === 'series' ? 's' : 'm',
          title: programme.title,
        },
        subtitle: episode
          ? presentEpisodeLine(locale, episode.seasonNumber, episode.number, episode.title)
          : '',
        next: next
          ? {
              type: 'e',
              id: next.id,
              title: presentEpisodeLine(locale, next.season_number, next.number, next.title),
              image: presentImage(next.image_id, next.image_color),
            }
          : null,
      }),
    };
  },
  mayGoOn(context, { viewer, locale, now }, { programmeId, episodeId }) {
    if (!programmeId) return undefined;
    const wanted = episodeId
      ? ({ type: 'episode', id: episodeId } as const)
      : ({ type: 'programme', id: programmeId } as const);
    return findPlayTarget(context.db, viewer, locale, wanted).then(
      (target) =>
        target !== undefined && decidePlay(viewer, target.programme, now, target.episode) === 'play',
    );
  },
};
