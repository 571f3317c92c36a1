/** Ads that run now. */
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Ad } from '../../../contract/viewer/ads.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/caller.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import { artworks } from '../catalog/catalog.tables.ts';
import { ads } from './ads.tables.ts';

/** The maximum number of ads of each placement. */
const maxOf = { 'small-banner': 6, 'main-slider': 5 } as const;
export type Placement = keyof typeof maxOf;

/** Makes a link absolute: http is prepended to one without http or https. */
const withScheme = (link: string): string => (/^https?:\/\//i.test(link) ? link : `http://${link}`);

/** A profile whose maturity grade is at most this counts as a child's and is shown no ads. */
const gradeOfChildren = 12;

/** The ads of a placement that run now, in their order. An ad without a picture is left out. An ad-free plan removes video ads. */
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
        viewer.adFree ? eq(ads.contentType, 'banner') : undefined,
        or(isNull(ads.startsAt), lte(ads.startsAt, now)),
        or(isNull(ads.endsAt), gt(ads.endsAt, now)),
      ),
    )
    .orderBy(asc(ads.position), asc(ads.id))
    .limit(maxOf[placement]);
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
