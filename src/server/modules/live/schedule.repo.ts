/** What is released when: episodes and movies by the instant of their publication. */

import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { categories, episodes, programmes, seasons } from '../catalog/catalog.tables.ts';
import { stillOf } from '../catalog/still.service.ts';
import { isAnnounced, isOpen, mayAnnounce, maySee } from '../entitlement/entitlement.ts';

export interface ScheduledRow {
  programme_id: string;
  episode_id: string | null;
  at: Date;
  season_number: number | null;
  episode_number: number | null;
  episode_title: string | null;
  episode_synopsis: string | null;
  episode_image_id: string | null;
  episode_image_color: string | null;
  category_id: string;
  category_ko: string;
  category_en: string;
  category_position: number;
  /** Whether its page can be opened already. */
  open: boolean;
}

const c = alias(categories, 'c');

/** The maximum number of rows over all days: no day is longer than people read. */
const maxRows = 2000;

/**
 * Everything that is released between two instants, in the order of the open categories and time. An episode is released when its
 * window opens, or its season's if that is later.
 */
export function listScheduled(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  from: Date,
  to: Date,
): Promise<ScheduledRow[]> {
  const title = inLocale(locale, 'title');
  const synopsis = inLocale(locale, 'synopsis');
  const open = maySee(programmes, viewer, now);
  const category = sql`c.id as category_id, c.name_ko as category_ko, c.name_en as category_en, c.position as category_position`;
  return rows(
    db,
    sql`with released as (
      select catalog_episodes.id, catalog_episodes.available_from as at
      from catalog_episodes join catalog_seasons on catalog_seasons.id = catalog_episodes.season_id
      where catalog_episodes.available_from >= ${from} and catalog_episodes.available_from < ${to}
        and (catalog_seasons.available_from is null or catalog_seasons.available_from <= catalog_episodes.available_from)
        and ${isAnnounced(episodes, now)} and ${isAnnounced(seasons, now)}
      union all
      select catalog_episodes.id, catalog_seasons.available_from
      from catalog_seasons join catalog_episodes on catalog_episodes.season_id = catalog_seasons.id
      where catalog_seasons.available_from >= ${from} and catalog_seasons.available_from < ${to}
        and (catalog_episodes.available_from is null or catalog_episodes.available_from < catalog_seasons.available_from)
        and ${isAnnounced(episodes, now)} and ${isAnnounced(seasons, now)})
    (
      select catalog_programmes.id as programme_id, catalog_episodes.id as episode_id, released.at,
        catalog_episodes.season_number, catalog_episodes.number as episode_number,
        catalog_episodes.${title} as episode_title, catalog_episodes.${synopsis} as episode_synopsis,
        image.id as episode_image_id, image.color as episode_image_color, ${category}, (${open}) as open
      from released
      join catalog_episodes on catalog_episodes.id = released.id
      join catalog_programmes on catalog_programmes.id = catalog_episodes.programme_id
      join catalog_categories c on c.id = catalog_programmes.category_id and ${isOpen(c, now)}
      left join catalog_artworks image on image.id = ${stillOf('catalog_episodes')}
      where ${mayAnnounce(programmes, viewer, now)}
      union all
      select catalog_programmes.id, null, catalog_programmes.available_from, null, null, null, null, null, null,
        ${category}, (${open})
      from catalog_programmes
      join catalog_categories c on c.id = catalog_programmes.category_id and ${isOpen(c, now)}
      where catalog_programmes.available_from >= ${from} and catalog_programmes.available_from < ${to}
        and ${mayAnnounce(programmes, viewer, now)}
        and (catalog_programmes.kind = 'movie' or catalog_programmes.available_from > ${now})
    ) order by category_position, category_id, at, programme_id, season_number, episode_number limit ${maxRows}`,
  );
}
