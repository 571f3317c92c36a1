/** Ads that run now, and what is reported of them. */
import { createHash } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Ad } from '../../../contract/viewer/ads.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/columns.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import { artworks } from '../catalog/catalog.tables.ts';
import type { Viewer } from '../catalog/entitlement.ts';
import { ads, clicks, impressions, visits } from './ads.tables.ts';

/** The small slider of home has room for so many. */
const mostOf = { 'small-banner': 6, 'main-slider': 5 } as const;
export type Placement = keyof typeof mostOf;

/** A link as browsers need it: one without http or https gets http. */
export const withScheme = (link: string): string => (/^https?:\/\//i.test(link) ? link : `http://${link}`);

/** Profiles that may see no more than this grade are children's, who are shown no ads. */
const gradeOfChildren = 12;

/**
 * The ads of a placement that run now, in their order. One without a picture is not ready to be shown. A plan removes
 * video ads.
 */
export async function listAds(
  context: Context,
  viewer: Viewer,
  placement: Placement,
  locale: Locale,
): Promise<Ad[]> {
  if (viewer.maturity <= gradeOfChildren) return [];
  const now = context.now();
  const rows = await context.db
    .select({ ad: ads, color: artworks.color })
    .from(ads)
    .innerJoin(artworks, eq(artworks.id, ads.imageId))
    .where(
      and(
        eq(ads.placement, placement),
        eq(ads.active, true),
        viewer.hasPlan ? eq(ads.contentType, 'banner') : undefined,
        or(isNull(ads.startsAt), lte(ads.startsAt, now)),
        or(isNull(ads.endsAt), gt(ads.endsAt, now)),
      ),
    )
    .orderBy(asc(ads.position), asc(ads.id))
    .limit(mostOf[placement]);
  return rows.flatMap(({ ad, color }) => {
    const picture = presentImage(ad.imageId, color);
    if (!picture) return [];
    return [
      {
        id: ad.id,
        title: locale === 'ko' ? ad.titleKo : ad.titleEn,
        description: locale === 'ko' ? ad.descriptionKo : ad.descriptionEn,
        link: withScheme(ad.link),
        content_type: ad.contentType,
        banner_url: picture,
        video_url: ad.videoUrl,
      },
    ];
  });
}

interface Report {
  ids: string[];
  eventId: string | undefined;
  householdId: string | undefined;
}

/** The rows of a report: one for each of its ads that exists; an id that is none of ours is nobody's. */
async function rowsOf(context: Context, { ids, eventId, householdId }: Report) {
  const known = await context.db
    .select({ id: ads.id })
    .from(ads)
    .where(inArray(ads.id, [...new Set(ids)]));
  const happenedAt = context.now();
  const id = eventId ?? newId();
  return known.map((ad) => ({
    id,
    adId: ad.id,
    happenedAt,
    happenedOn: happenedAt.toISOString().slice(0, 10),
    householdId: householdId ?? null,
  }));
}

/** Stores that ads were seen, once for each ad and report. */
export async function storeImpressions(context: Context, report: Report): Promise<void> {
  const rows = await rowsOf(context, report);
  if (rows.length > 0) await context.db.insert(impressions).values(rows).onConflictDoNothing();
}

/** Stores that an ad was followed, once a report. */
export async function storeClick(
  context: Context,
  report: Report,
  device: string,
  placement: Placement,
): Promise<void> {
  const rows = await rowsOf(context, report);
  if (rows.length === 0) return;
  await context.db
    .insert(clicks)
    .values(rows.map((row) => ({ ...row, device, placement })))
    .onConflictDoNothing();
}

/** Stores that a device has opened the app today. */
export async function storeVisit(
  context: Context,
  from: { address: string; userAgent: string; householdId: string | undefined },
): Promise<void> {
  const happenedAt = context.now();
  const happenedOn = happenedAt.toISOString().slice(0, 10);
  const visitor = createHash('sha256')
    .update(`${context.config.secret}|${happenedOn}|${from.address}|${from.userAgent}`)
    .digest('base64url');
  await context.db
    .insert(visits)
    .values({ happenedOn, visitor, householdId: from.householdId ?? null, happenedAt })
    .onConflictDoNothing();
}
