import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { CategoryDevice } from '../../../contract/admin/catalog.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { isCategoryOpen } from '../catalog/catalog.service.ts';
import { categories, customRows, episodes } from '../catalog/catalog.tables.ts';
import { isEpisodeOpen, isOpen } from '../entitlement/entitlement.ts';
import { banners, sections } from './home.tables.ts';

export interface BannerSlide {
  programme_id: string;
  auto_preview: boolean;
  /** The ready video whose preview clip plays: the movie's own, or the series' first episode's. */
  asset_id: string | null;
}

/** The open slides of the banner, in order, with the video each would preview. */
export async function listBannerPreviews(db: Queryable, now: Date): Promise<BannerSlide[]> {
  return queryRows<BannerSlide>(
    db,
    sql`select home_banners.programme_id, home_banners.auto_preview, coalesce(own.id, first.id) as asset_id
    from home_banners
    join catalog_programmes p on p.id = home_banners.programme_id
    left join ingest_assets own on own.id = p.asset_id and own.state = 'ready'
    left join lateral (
      select a.id from catalog_episodes
      join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
      where catalog_episodes.programme_id = p.id and ${isEpisodeOpen(episodes, now)}
      order by catalog_episodes.season_number, catalog_episodes.number limit 1) first on true
    where ${isOpen(banners, now)} order by home_banners.position, home_banners.id`,
  );
}

/** The open sections of home of a device, in order, with the slug of the category or custom row they show. */
export async function listOpenSections(db: Queryable, now: Date, device: CategoryDevice) {
  return await db
    .select({
      id: sections.id,
      type: sections.type,
      nameKo: sections.nameKo,
      nameEn: sections.nameEn,
      categoryId: sections.categoryId,
      categorySlug: categories.slug,
      customRowId: sections.customRowId,
      customRowSlug: customRows.slug,
    })
    .from(sections)
    .leftJoin(categories, eq(categories.id, sections.categoryId))
    .leftJoin(customRows, eq(customRows.id, sections.customRowId))
    .where(
      and(
        isOpen(sections, now),
        or(isNull(sections.customRowId), isOpen(customRows, now)),
        or(
          isNull(sections.categoryId),
          and(sql`${device} = any(${categories.devices})`, isCategoryOpen(now)),
        ),
      ),
    )
    .orderBy(asc(sections.position), asc(sections.id));
}
export type SectionRow = Awaited<ReturnType<typeof listOpenSections>>[number];
