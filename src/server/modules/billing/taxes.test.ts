/** Taxes by place and day, half-up for each line and tax. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';
import { readRates, requireRates } from './taxes.service.ts';
import { isPostalKey, postalKey, type Rate, ratesFor, taxCents, taxesOf } from './taxes.ts';

const rate = (own: Partial<Rate>): Rate => ({
  country: 'CA',
  region: '',
  postalFrom: '',
  postalTo: '',
  kind: 'plan',
  name: 'GST',
  jurisdiction: 'CA',
  ratePpm: 50_000,
  startsOn: '2020-01-01',
  endsOn: null,
  ...own,
});
const quebec = { country: 'CA', region: 'QC', postalCode: 'h2x 1y4', day: '2027-03-01' };
const seattle = { country: 'US', region: 'WA', postalCode: '98101-1234', day: '2027-03-01' };

describe('the rates of an address', () => {
  const names = (rates: Rate[], place = quebec) => ratesFor(rates, place).map(({ name }) => name);

  test('are those of its country, its province and its postal range, on that day', () => {
    const qst = rate({ name: 'QST', jurisdiction: 'CA-QC', region: 'QC', ratePpm: 99_750 });
    const rates = [
      rate({}),
      qst,
      rate({ name: 'HST', region: 'ON' }),
      rate({ name: 'Montréal', region: 'QC', postalFrom: 'H1A', postalTo: 'H9X' }),
      rate({ name: 'Québec', region: 'QC', postalFrom: 'G1A', postalTo: 'G3K' }),
      rate({ name: 'ended', endsOn: '2027-03-01' }),
      rate({ name: 'coming', startsOn: '2027-03-02' }),
      rate({ name: 'US', country: 'US' }),
    ];
    expect(names(rates)).toEqual(['GST', 'QST', 'Montréal']);
    expect(names(rates, { ...quebec, day: '2027-02-28' })).toContain('ended');
    expect(names(rates, seattle)).toEqual(['US']);
  });

  test('count each tax once: the row of the smaller place, then the one that began last', () => {
    const own = (more: Partial<Rate>) =>
      rate({ country: 'US', name: 'Sales tax', jurisdiction: 'US-WA', ...more });
    const rates = [
      own({ region: 'WA', ratePpm: 1 }),
      own({ region: 'WA', ratePpm: 2, startsOn: '2027-01-01' }),
      own({ region: 'WA', ratePpm: 3, postalFrom: '98101', postalTo: '98101' }),
      own({ ratePpm: 4, startsOn: '2027-02-01' }),
    ];
    for (const order of [rates, rates.toReversed()]) {
      expect(ratesFor(order, seattle).map(({ ratePpm }) => ratePpm)).toEqual([3]);
      expect(ratesFor(order, { ...seattle, postalCode: '98102' }).map(({ ratePpm }) => ratePpm)).toEqual([2]);
      expect(ratesFor(order, { ...seattle, region: 'OR' }).map(({ ratePpm }) => ratePpm)).toEqual([4]);
    }
  });

  test('compare five digits of a ZIP code and three characters of a Canadian one', () => {
    expect(postalKey('US', '98101-1234')).toBe('98101');
    expect(postalKey('CA', ' k1a 0b1')).toBe('K1A');
    expect([isPostalKey('US', '9810'), isPostalKey('US', 'K1A'), isPostalKey('CA', 'K1A')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('taxes', () => {
  test('are half-up for each line and tax, and of its kind alone', () => {
    const rates = [
      rate({}),
      rate({ name: 'QST', jurisdiction: 'CA-QC', ratePpm: 99_750 }),
      rate({ kind: 'once', name: 'GST', ratePpm: 100_000 }),
      rate({ name: 'none', ratePpm: 0 }),
    ];
    const taxes = taxesOf(
      [
        { kind: 'plan', amountCents: 1490 },
        { kind: 'once', amountCents: 2000 },
        { kind: 'plan', amountCents: -1490 },
      ],
      rates,
    );
    expect(taxes.map((line) => line.map(({ name, amountCents }) => [name, amountCents]))).toEqual([
      [
        ['GST', 75],
        ['QST', 149],
      ],
      [['GST', 200]],
      [
        ['GST', -75],
        ['QST', -149],
      ],
    ]);
  });

  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  const ppm = fc.integer({ min: 0, max: 500_000 });

  test('of a line and its reverse cancel, and are the exact part to half a cent', () => {
    fc.assert(
      fc.property(amount, ppm, (cents, ratePpm) => {
        const tax = taxCents(cents, ratePpm);
        expect(tax + taxCents(-cents, ratePpm)).toBe(0);
        const twice = 2n * (BigInt(tax) * 1_000_000n - BigInt(cents) * BigInt(ratePpm));
        expect(twice <= 1_000_000n && twice >= -1_000_000n).toBe(true);
        expect(Object.is(tax, -0)).toBe(false);
      }),
    );
  });

  test('add up: whatever is charged and given back line by line comes to nothing', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), fc.array(ppm, { maxLength: 5 }), (amounts, ppms) => {
        const rates = ppms.map((ratePpm, at) => rate({ name: `T${at}`, ratePpm }));
        const sum = (cents: number[]) =>
          taxesOf(
            cents.map((amountCents) => ({ kind: 'plan' as const, amountCents })),
            rates,
          )
            .flat()
            .reduce((total, { amountCents }) => total + amountCents, 0);
        expect(sum([...amounts, ...amounts.map((cents) => -cents)])).toBe(0);
        expect(sum(amounts)).toBe(amounts.reduce((total, cents) => total + sum([cents]), 0));
      }),
    );
  });
});

describe('tax rates in the office', () => {
  let api: TestApi;
  let who: { token: string };
  beforeAll(async () => {
    api = await openTestApi();
    who = { token: (await buildStaff(api.db)).token };
  });
  const input = {
    country: 'US',
    region: 'wa',
    kind: 'plan',
    name: 'Sales tax',
    jurisdiction: 'US-WA',
    rate_ppm: 65_000,
    starts_on: '2026-01-01',
  };
  const create = async (body: object = {}) =>
    (await api.call('POST /api/admin/tax-rates', { ...who, body: { ...input, ...body } as never })).body;
  const problems = async (body: object) =>
    Object.keys(((await create(body)) as { errors?: object }).errors ?? {});

  test('are kept with their place, and impossible postal ranges and days are refused', async () => {
    const { data } = await create({ postal_from: '98101', postal_to: '98199', rate_ppm: 103_500 });
    expect(data).toMatchObject({ region: 'WA', label: 'Sales tax US-WA 10.35%', ends_on: null });
    const canada = await create({ country: 'CA', region: 'QC', postal_from: 'h1a', postal_to: 'H9 X' });
    expect(canada.data).toMatchObject({ postal_from: 'H1A', postal_to: 'H9X' });
    expect(await problems({ postal_from: '98101' })).toEqual(['postal_to']);
    expect(await problems({ postal_from: 'K1A', postal_to: 'K1B' })).toEqual(['postal_from']);
    expect(await problems({ country: 'CA', postal_from: 'K1A', postal_to: '98199' })).toEqual(['postal_to']);
    expect(await problems({ postal_from: '98199', postal_to: '98101' })).toEqual(['postal_to']);
    expect(await problems({ ends_on: '2026-01-01' })).toEqual(['ends_on']);
    expect(await problems({ rate_ppm: -1, region: 'Washington', country: 'KR' })).toEqual([
      'country',
      'region',
      'rate_ppm',
    ]);
    // A country that the postal range does not fit.
    const moved = await api.call('PATCH /api/admin/tax-rates/{id}', {
      ...who,
      params: { id: data.id ?? '' },
      body: { country: 'CA' },
    });
    expect(moved.body.errors).toHaveProperty('postal_from');
  });

  test('say that a place has none, which is sold to without tax or refused', async () => {
    const rates = await readRates(api.db);
    const unknown = { country: 'US', region: 'AK', postalCode: '99501', day: '2027-01-01' };
    expect(requireRates({ taxUnknown: 'allow' }, rates, unknown)).toEqual([]);
    expect(() => requireRates({ taxUnknown: 'refuse' }, rates, unknown)).toThrow();
    const known = requireRates({ taxUnknown: 'refuse' }, rates, {
      country: 'US',
      region: 'WA',
      postalCode: '98101',
      day: '2027-01-01',
    });
    expect(known).toMatchObject([{ ratePpm: 103_500 }]);
  });
});
