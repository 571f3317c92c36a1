/** What the demo home page shows, from top to bottom. */

/** Slugs of the programmes in the banner, first one first. */
export const homeBanners = [
  'letters-from-the-lighthouse',
  'the-dokkaebi-lease',
  'the-thirteenth-witness',
  'moon-over-hanyang',
  'koreatown-atlas',
  'the-school-above-the-clouds',
];

/** Slugs of the categories that have a row of their own, top row first. */
export const homeCategoryRows = ['drama', 'variety', 'film', 'kids', 'music-food', 'documentary'];
