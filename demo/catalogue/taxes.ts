/** Examples of tax rates, and coupons. The rates show how they are kept; nobody has checked them against the law. */
import type { coupons, taxRates } from '../../src/server/modules/billing/billing.tables.ts';

type DemoRate = Pick<
  typeof taxRates.$inferInsert,
  'country' | 'name' | 'jurisdiction' | 'ratePpm' | 'region' | 'postalFrom' | 'postalTo'
>;

export const demoTaxNotes =
  '보기로 넣은 세율이며 세무 자문이 아니에요. 실제 세율은 세무사에게 확인해 주세요.\nAn example, not tax advice. Please have a tax adviser confirm the real rates.';

const state = (region: string, percent: number): DemoRate => ({
  country: 'US',
  region,
  name: `${region} state tax`,
  jurisdiction: `US-${region}`,
  ratePpm: Math.round(percent * 10_000),
});
const canadian = (region: string, name: string, percent: number): DemoRate => ({
  country: 'CA',
  region,
  name,
  jurisdiction: `CA-${region}`,
  ratePpm: Math.round(percent * 10_000),
});
/** Collected for the federation, in provinces that do not have it within a harmonised tax. */
const gst = (region: string): DemoRate => ({
  country: 'CA',
  region,
  name: 'GST',
  jurisdiction: 'CA',
  ratePpm: 50_000,
});

export const demoTaxRates: DemoRate[] = [
  // None: a row of 0 is not the same as no row.
  state('CA', 0),
  state('NY', 4),
  {
    ...state('NY', 4.5),
    name: 'New York City tax',
    jurisdiction: 'US-NY-NYC',
    postalFrom: '10001',
    postalTo: '10282',
  },
  state('PA', 6),
  state('TX', 6.25),
  state('WA', 6.5),
  ...['AB', 'BC', 'MB', 'NT', 'NU', 'QC', 'SK', 'YT'].map(gst),
  canadian('BC', 'PST', 7),
  canadian('SK', 'PST', 6),
  canadian('MB', 'RST', 7),
  canadian('QC', 'QST', 9.975),
  canadian('ON', 'HST', 13),
  canadian('NS', 'HST', 14),
  ...['NB', 'NL', 'PE'].map((region) => canadian(region, 'HST', 15)),
];

export const demoCoupons = [
  {
    name: '첫 구독 20% 할인',
    code: 'WELCOME20',
    percentOff: 20,
    duration: 'months',
    durationMonths: 3,
    firstOnly: true,
  },
  { name: '추석 맞이 5달러 할인', code: 'CHUSEOK5', amountOffCents: 500, duration: 'once', maxUses: 500 },
] satisfies (typeof coupons.$inferInsert)[];
