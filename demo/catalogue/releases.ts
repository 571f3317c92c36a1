/** What the demo plans, and which of its titles leave soon. */

/** Slugs of titles with the number of days that are left of each. */
export const demoLeaving = [
  { slug: 'the-rooftop-pool', days: 6 },
  { slug: 'the-thirty-ninth-move', days: 13 },
  { slug: 'the-water-school', days: 20 },
  { slug: 'rules-of-the-empty-house', days: 27 },
];

export const demoLeavingSection = { nameKo: '곧 종료되는 작품', nameEn: 'Leaving soon' };

/** A release of next week: these titles need no plan from then on. */
export const demoRelease = {
  name: '연말 무료 공개',
  changes: [
    { slug: 'seoul-station-2088', premium: false },
    { slug: 'a-call-from-the-moon', premium: false },
    { slug: 'the-dragon-king-sleeps', premium: false },
  ],
};
