/** Reads what is to be played of the catalogue, with what the entitlement rule needs to know. */
import { sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale, isId } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { type EpisodePublication, isEpisodeOpen, type ProgrammeFacts } from '../entitlement/entitlement.ts';
import { episodes } from './catalog.tables.ts';
import { stillOf } from './still.service.ts';

export interface PlayTarget {
  programme: ProgrammeFacts & { id: string; slug: string; kind: 'series' | 'movie'; title: string };
  episode:
    | (EpisodePublication & { id: string; title: string; seasonNumber: number; number: number })
    | undefined;
  assetId: string | null;
  poster: { id: string; color: string | null } | undefined;
  progress: { position: number; duration: number } | undefined;
}

interface TargetRow {
  id: string;
  slug: string;
  kind: 'series' | 'movie';
  title: string;
  published: boolean;
  available_from: Date | null;
  available_until: Date | null;
  maturity: number;
  premium: boolean;
  regions: string[] | null;
  blocked: boolean;
  asset_id: string | null;
  poster_id: string | null;
  poster_color: string | null;
  episode_id: string | null;
  episode_title: string | null;
  season_number: number | null;
  number: number | null;
  episode_published: boolean | null;
  episode_from: Date | null;
  episode_until: Date | null;
  season_published: boolean | null;
  season_from: Date | null;
  season_until: Date | null;
  episode_asset_id: string | null;
  position_seconds: number | null;
  duration_seconds: number | null;
}

/**
 * A programme (by id or slug) or an episode (by id) with what the entitlement rule reads, whether or not it may be played:
 * the reason matters. Undefined when there is none.
 */
export async function findPlayTarget(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  target: { type: 'programme' | 'episode'; id: string },
): Promise<PlayTarget | undefined> {
  const byId = isId(target.id);
  if (target.type === 'episode' && !byId) return undefined;
  const profile = sql`${viewer.profileId ?? null}::uuid`;
  const [row] = await queryRows<TargetRow>(
    db,
    sql`select p.id, p.slug, p.kind, p.${inLocale(locale, 'title')} as title, p.published, p.available_from, p.available_until,
      p.maturity, p.premium, p.regions, p.asset_id,
      exists (select from profiles_blocked_titles b where b.profile_id = ${profile} and b.programme_id = p.id) as blocked,
      poster.id as poster_id, poster.color as poster_color,
      e.id as episode_id, e.${inLocale(locale, 'title')} as episode_title, e.season_number, e.number,
      e.published as episode_published, e.available_from as episode_from, e.available_until as episode_until,
      s.published as season_published, s.available_from as season_from, s.available_until as season_until,
      e.asset_id as episode_asset_id, pr.position_seconds, pr.duration_seconds
    from catalog_programmes p
    left join catalog_episodes e on e.programme_id = p.id
      and ${target.type === 'episode' ? sql`e.id = ${target.id}` : sql`false`}
    left join catalog_seasons s on s.id = e.season_id
    left join catalog_artworks poster on poster.id = coalesce(${stillOf('e')}, p.landscape_id)
    left join viewing_progress pr on pr.profile_id = ${profile} and pr.item_id = coalesce(e.id, p.id)
    where ${
      target.type === 'episode'
        ? sql`p.id = (select programme_id from catalog_episodes where id = ${target.id})`
        : byId
          ? sql`p.id = ${target.id}`
          : sql`p.slug = ${target.id.normalize('NFC')}`
    }`,
  );
  if (!row) return undefined;
  return {
    programme: {
      id: row.id,
      slug: row.slug,
      kind: row.kind,
      title: row.title,
      published: row.published,
      availableFrom: row.available_from,
      availableUntil: row.available_until,
      maturity: row.maturity,
      premium: row.premium,
      regions: row.regions,
      blocked: row.blocked,
    },
    episode:
      row.episode_id === null
        ? undefined
        : {
            id: row.episode_id,
            title: row.episode_title ?? '',
            seasonNumber: row.season_number ?? 1,
            number: row.number ?? 1,
            published: row.episode_published ?? false,
            availableFrom: row.episode_from,
            availableUntil: row.episode_until,
            season: {
              published: row.season_published ?? false,
              availableFrom: row.season_from,
              availableUntil: row.season_until,
            },
          },
    assetId: row.episode_id === null ? row.asset_id : row.episode_asset_id,
    poster: row.poster_id === null ? undefined : { id: row.poster_id, color: row.poster_color },
    progress:
      row.position_seconds === null || row.duration_seconds === null
        ? undefined
        : { position: row.position_seconds, duration: row.duration_seconds },
  };
}

interface NextEpisode {
  id: string;
  title: string;
  season_number: number;
  number: number;
  image_id: string | null;
  image_color: string | null;
}

/** The episode that follows by season and number, among those published and ready. Its programme's rule was asked before. */
export async function findNextEpisode(
  db: Queryable,
  locale: Locale,
  now: Date,
  after: { programmeId: string; seasonNumber: number; number: number },
): Promise<NextEpisode | undefined> {
  const [next] = await queryRows<NextEpisode>(
    db,
    sql`select catalog_episodes.id, catalog_episodes.${inLocale(locale, 'title')} as title,
      catalog_episodes.season_number, catalog_episodes.number, image.id as image_id, image.color as image_color
    from catalog_episodes
    join catalog_programmes p on p.id = catalog_episodes.programme_id
    join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
    left join catalog_artworks image on image.id = coalesce(${stillOf('catalog_episodes')}, p.landscape_id)
    where catalog_episodes.programme_id = ${after.programmeId} and ${isEpisodeOpen(episodes, now)}
      and (catalog_episodes.season_number, catalog_episodes.number) > (${after.seasonNumber}, ${after.number})
    order by catalog_episodes.season_number, catalog_episodes.number limit 1`,
  );
  return next;
}
