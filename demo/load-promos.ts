/** The demo's ads and welcome popup with their pictures: loaded before the site opens, drawn while it is up. */
import { and, eq, isNull } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import { ads } from '../src/server/modules/ads/ads.tables.ts';
import { storeArtwork } from '../src/server/modules/catalog/artworks.service.ts';
import { sections } from '../src/server/modules/home/home.tables.ts';
import { boardEvents, popups } from '../src/server/modules/support/support.tables.ts';
import { demoAds, demoEvents, demoPopup } from './catalogue/promos.ts';
import type { Drawing } from './drawn.ts';
import { isLoaded, setLoaded } from './parts.ts';

/** The ads, the popup, and where the small slider stands on home; all or nothing. */
export async function loadDemoPromos(context: Context): Promise<void> {
  if (await isLoaded(context.db, 'promos')) return;
  await context.db.transaction(async (tx) => {
    await tx.insert(ads).values(
      demoAds.map((own, position) => ({
        placement: own.placement,
        titleKo: own.title_ko,
        titleEn: own.title_en,
        descriptionKo: own.description_ko,
        descriptionEn: own.description_en,
        link: own.link,
        position,
      })),
    );
    await tx
      .insert(popups)
      .values({ titleKo: demoPopup.title_ko, titleEn: demoPopup.title_en, link: demoPopup.link });
    await tx.insert(boardEvents).values(demoEvents.map((own, position) => ({ ...own, position })));
    // Below the second row of titles.
    await tx.insert(sections).values({ type: 'ad', nameKo: '광고', nameEn: 'Ads', position: 1 });
    await setLoaded(tx, 'promos');
    await announceChange(tx, 'ads');
  });
}

/** Draws their pictures. An ad or a popup is shown once it has its picture. */
export async function drawPromos(
  context: Context,
  drawing: Drawing,
  isStopping: () => boolean,
): Promise<void> {
  const { db } = context;
  for (const own of demoAds) {
    const lacking = and(eq(ads.titleKo, own.title_ko), isNull(ads.imageId));
    if (isStopping() || (await db.select({ id: ads.id }).from(ads).where(lacking)).length === 0) continue;
    const bytes = await drawing.draw({ of: 'programme', slug: own.slug, kind: 'banner' });
    await db.transaction(async (tx) => {
      const { id } = await storeArtwork(context, tx, 'banner', bytes);
      await tx.update(ads).set({ imageId: id }).where(lacking);
      await announceChange(tx, 'ads');
    });
  }
  const lacking = and(eq(popups.titleKo, demoPopup.title_ko), isNull(popups.imageId));
  if (isStopping() || (await db.select({ id: popups.id }).from(popups).where(lacking)).length === 0) return;
  // Without lettering: the page shows its title in the viewer's language.
  const bytes = await drawing.draw({ of: 'still', slug: demoPopup.slug, season: 1, episode: 1 });
  await db.transaction(async (tx) => {
    const { id } = await storeArtwork(context, tx, 'landscape', bytes);
    await tx.update(popups).set({ imageId: id }).where(lacking);
    await tx
      .update(boardEvents)
      .set({ imageId: id })
      .where(and(eq(boardEvents.titleKo, demoPopup.title_ko), isNull(boardEvents.imageId)));
    await announceChange(tx, 'support');
  });
}
