import type { Ad } from '../../../contract/viewer/ads.ts';
import type { BannerSlide, homeCalls } from '../../../contract/viewer/home.ts';
import type { Context } from '../../context.ts';
import { pageMeta } from '../../db/paging.ts';
import type { Handlers } from '../../http/bind.ts';
import { listAds } from '../ads/ads.service.ts';
import { presentCard, presentImage } from '../catalog/catalog.present.ts';
import { categoryDevice, titlesById } from '../catalog/catalog.service.ts';
import { listBannerPreviews, listOpenSections } from './home.repo.ts';
import { fillSections } from './sections.service.ts';

/** Handlers of the home page's calls. */
export function homeRoutes(context: Context): Handlers<typeof homeCalls> {
  const { db } = context;
  return {
    'GET /api/home/main-content': {
      tag: 'home',
      build: async ({ viewer, locale }) => {
        const now = context.now();
        const [slides, ads] = await Promise.all([
          listBannerPreviews(db, now),
          listAds(context, viewer, 'main-slider', locale),
        ]);
        const bySlide = await titlesById(
          context,
          viewer,
          locale,
          slides.map((slide) => slide.programme_id),
        );
        const titles = slides.flatMap((slide): BannerSlide[] => {
          const row = bySlide.get(slide.programme_id);
          if (!row) return [];
          return [
            {
              ...presentCard(row, now),
              banner_thumbs: presentImage(row.banner_id, row.banner_color),
              category_name: row.category_name ?? '',
              auto_preview: slide.auto_preview && slide.asset_id ? '1' : '0',
              preview_video: slide.asset_id ? `/previews/${slide.asset_id}.mp4` : null,
            },
          ];
        });
        return { data: withAds(titles, ads) };
      },
    },
    'GET /api/home-sections': {
      tag: 'home',
      build: async ({ query, viewer, locale }) => {
        const all = await listOpenSections(db, context.now(), categoryDevice(query.device));
        const page = all.slice((query.page - 1) * query.per_page, query.page * query.per_page);
        const data = await fillSections(context, viewer, locale, page, query.content_per_page);
        return { data, meta: pageMeta(query, all.length) };
      },
    },
  };
}

/** The number of titles before each ad. */
const titlesBetweenAds = 2;

/** Puts an ad after every second title; remaining ads come last. */
function withAds(titles: BannerSlide[], ads: Ad[]): BannerSlide[] {
  const slides = [...titles];
  for (const [index, ad] of ads.entries())
    slides.splice((index + 1) * (titlesBetweenAds + 1) - 1, 0, { ...ad, type: 'ad' });
  return slides;
}
