/** What `npm run mutate` breaks: a row names one replacement and the tests that have to notice it. */

/** @typedef {{ what: string, file: string, from: string, to: string, tests: string[] }} Mutation */

/** @type {Mutation[]} */
export const mutations = [
  {
    what: 'premium plays without a plan',
    file: 'src/server/modules/entitlement/entitlement.ts',
    from: 'if (programme.premium && !viewer.hasPlan)',
    to: 'if (programme.premium && !viewer)',
    tests: ['src/server/modules/entitlement'],
  },
  {
    what: 'a kids profile is shown every grade',
    file: 'src/server/modules/entitlement/entitlement.ts',
    from: 'allOf(lte(maturity, viewer.maturity), sql',
    to: 'allOf(lte(maturity, 19), sql',
    tests: ['src/server/modules/entitlement', 'src/server/modules/catalog/lists.test.ts'],
  },
  {
    what: 'another household’s inquiry can be read',
    file: 'src/server/security/permission.ts',
    from: 'row is Owned<T> => row?.householdId === householdId;',
    to: 'row is Owned<T> => row !== undefined && householdId !== undefined;',
    tests: ['src/server/modules/inquiries'],
  },
  {
    what: 'a rate limit lets one attempt more through',
    file: 'src/server/security/rate-limit.ts',
    from: 'held.count < (',
    to: 'held.count <= (',
    tests: ['src/server/security/rate-limit.test.ts', 'src/server/modules/sign-in'],
  },
  {
    what: 'a household has one stream more than it may',
    file: 'src/server/modules/playback/playback.service.ts',
    from: 'if (live >= roomOf(allowance)',
    to: 'if (live > roomOf(allowance)',
    tests: ['src/server/modules/playback'],
  },
  {
    what: 'erasure leaves a table out',
    file: 'src/server/modules/viewing/viewing.personal-data.ts',
    from: "    viewing_ratings: { erasure: 'delete', copy: 'ratings' },\n",
    to: '',
    tests: ['src/server/db/personal-data.test.ts'],
  },
  {
    what: 'a change of content leaves cached answers as they were',
    file: 'src/server/cache/changes.ts',
    from: 'sql`select pg_notify(',
    to: 'sql`select greatest(',
    tests: ['src/server/modules/partner-video'],
  },
  {
    what: 'the office overwrites what somebody else has changed meanwhile',
    file: 'src/server/resource/change.ts',
    from: 'if (step.since && Date.parse(step.since) !== before.updatedAt.getTime())',
    to: 'if (step.since && Date.parse(step.since) === 0)',
    tests: ['src/server/modules/catalog', 'src/server/resource'],
  },
  {
    what: 'a live playlist counts discontinuities from nothing',
    file: 'src/media/live-playlist.ts',
    from: 'first?.play ?? shown?.plays',
    to: '0',
    tests: ['src/media', 'src/server/modules/live'],
  },
  {
    what: 'playing begins at the start, wherever somebody left',
    file: 'src/viewer/features/playback/player-page.tsx',
    from: 'startAt: session.position_seconds,',
    to: 'startAt: 0,',
    tests: ['e2e/office/ingest.story.ts'],
  },
  {
    what: 'an English page has a line in Korean',
    file: 'src/viewer/features/plans/plans-page.tsx',
    from: '<Trans>이용권 없음</Trans>',
    to: '이용권 없음',
    tests: ['e2e/viewer/accessibility.story.ts'],
  },
  {
    what: 'another household’s card is charged',
    file: 'src/server/modules/billing/cards.service.ts',
    from: 'and(eq(cards.id, cardId), eq(cards.accountId, accountId), isNull(cards.removedAt))',
    to: 'and(eq(cards.id, cardId), isNull(cards.removedAt))',
    tests: ['src/server/modules/billing/membership.test.ts'],
  },
  {
    what: 'what is charged is not what was confirmed',
    file: 'src/server/modules/billing/checkout.service.ts',
    from: 'if (offer.priceId !== confirmed.priceId || chargeCents !== confirmed.chargeCents)',
    to: 'if (offer.priceId !== confirmed.priceId)',
    tests: ['src/server/modules/billing/checkout.test.ts'],
  },
  {
    what: 'a payment whose last answer was lost is charged again',
    file: 'src/server/modules/billing/payments.service.ts',
    from: 'if (unsettled > 0) {',
    to: 'if (unsettled < 0) {',
    tests: ['src/server/modules/billing/payments.test.ts', 'src/server/modules/billing/checkout.test.ts'],
  },
];
