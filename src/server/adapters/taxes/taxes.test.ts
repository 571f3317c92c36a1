/** What every party that knows taxes has to keep to: the simulated one always, Stripe's test mode when there is a key for it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/database.ts';
import { openTestGateway, type TestGateway } from '../../../../test/gateway.ts';
import { CalculationExpired, PlaceUnknown, type TaxAddress, TaxesRefused, TaxesUnavailable } from './port.ts';
import { StripeTaxes } from './stripe.ts';

const realKey = process.env.STRIPE_TEST_SECRET_KEY;
let gateway: TestGateway | undefined;

async function openSimulated(): Promise<StripeTaxes> {
  const { url } = await openTestDatabase({ empty: true });
  gateway = await openTestGateway(url);
  const { simulator } = gateway;
  return new StripeTaxes(() => simulator.access());
}

/** Its account has to have an origin, and registrations in Washington, Texas and Quebec. */
async function openReal(): Promise<StripeTaxes> {
  const secretKey = realKey ?? '';
  if (!/^[sr]k_test_/.test(secretKey)) throw new Error('STRIPE_TEST_SECRET_KEY has to be a key of test mode');
  return new StripeTaxes(async () => ({
    secretKey,
    publishableKey: 'pk_test_unused',
    webhookSecret: 'whsec_unused',
  }));
}

const seattle: TaxAddress = {
  line1: '400 Broad St',
  city: 'Seattle',
  region: 'WA',
  postalCode: '98109',
  country: 'US',
};
const austin: TaxAddress = {
  ...seattle,
  line1: '1100 Congress Ave',
  city: 'Austin',
  region: 'TX',
  postalCode: '78701',
};
const quebec: TaxAddress = {
  line1: '1045 Rue des Parlementaires',
  city: 'Québec',
  region: 'QC',
  postalCode: 'G1A 1A3',
  country: 'CA',
};
const nowhere: TaxAddress = { ...seattle, line1: 'x', city: 'x', region: 'WA', postalCode: '00000' };

const subjects: [string, () => Promise<StripeTaxes>, boolean][] = [
  ['the simulated Stripe Tax', openSimulated, false],
  ['Stripe Tax in test mode (STRIPE_TEST_SECRET_KEY)', openReal, realKey === undefined],
];

for (const [name, open, isSkipped] of subjects) {
  describe.skipIf(isSkipped)(name, () => {
    let taxes: StripeTaxes;
    beforeAll(async () => {
      taxes = await open();
    });
    const sell = async (address: TaxAddress, amountCents = 1500) => {
      const sale = {
        key: randomUUID(),
        address,
        lines: [{ kind: 'plan' as const, amountCents }],
        soldAt: null,
      };
      const { calculationId, taxCents } = await taxes.calculateSale(sale);
      return { sale, calculationId, taxCents, reference: `test-${sale.key}` };
    };

    test('says the rates of each kind to the millionth, of the country, the province and the city', async () => {
      const ofPlan = async (address: TaxAddress) =>
        (await taxes.ratesAt(address)).filter(({ kind }) => kind === 'plan');
      const rates = await ofPlan(quebec);
      expect(rates.map(({ jurisdiction, ratePpm }) => [jurisdiction, ratePpm])).toEqual([
        ['CA', 50_000],
        ['CA-QC', 99_750],
      ]);
      const local = await ofPlan(seattle);
      expect(local.find(({ jurisdiction }) => jurisdiction === 'US-WA')?.ratePpm).toBe(65_000);
      expect(local.reduce((sum, { ratePpm }) => sum + ratePpm, 0)).toBeGreaterThan(65_000);
      // 6.25 % of four fifths.
      const partly = await ofPlan(austin);
      expect(partly.find(({ jurisdiction }) => jurisdiction === 'US-TX')?.ratePpm).toBe(50_000);
      for (const all of [rates, local, partly])
        expect(new Set(all.map(({ jurisdiction, name: tax }) => `${jurisdiction} ${tax}`)).size).toBe(
          all.length,
        );
    });

    test('says that nothing is taxed where nothing is, for both kinds of line', async () => {
      const portland = {
        ...seattle,
        line1: '1120 SW 5th Ave',
        city: 'Portland',
        region: 'OR',
        postalCode: '97204',
      };
      const rates = await taxes.ratesAt(portland);
      expect(new Set(rates.map(({ kind }) => kind))).toEqual(new Set(['plan', 'once']));
      expect(rates.every(({ ratePpm }) => ratePpm === 0)).toBe(true);
    });

    test('does not know the taxes of a place that there is not', async () => {
      await expect(taxes.ratesAt(nowhere)).rejects.toBeInstanceOf(PlaceUnknown);
      await expect(sell(nowhere)).rejects.toBeInstanceOf(PlaceUnknown);
    });

    test('calculates a sale once for a key, and records it once for a reference', async () => {
      const { sale, calculationId, taxCents, reference } = await sell(quebec);
      // 5 % and 9.975 % of 15.00.
      expect(taxCents).toBe(225);
      expect(await taxes.calculateSale(sale)).toEqual({ calculationId, taxCents });
      const record = () => taxes.recordSale({ reference, calculationId, soldAt: null });
      const recorded = await record();
      expect(recorded.taxCents).toBe(225);
      expect(await record()).toEqual(recorded);
      const other = await sell(quebec);
      await expect(
        taxes.recordSale({ reference, calculationId: other.calculationId, soldAt: null }),
      ).rejects.toBeInstanceOf(TaxesRefused);
    });

    test('takes a sale back in parts, each once, and never more than it was', async () => {
      const { calculationId, reference } = await sell(quebec);
      const { id: saleId } = await taxes.recordSale({ reference, calculationId, soldAt: null });
      const back = (part: string, amountCents: number | null) =>
        taxes.recordReversal({ reference: `${reference}-${part}`, saleId, amountCents });
      const first = await back('1', 575);
      expect(first.taxCents).toBe(-75);
      expect(await back('1', 575)).toEqual(first);
      await expect(back('2', 1151)).rejects.toBeInstanceOf(TaxesRefused);
      expect((await back('3', 1150)).taxCents).toBe(-150);
    });

    test('takes a sale back whole', async () => {
      const { calculationId, reference } = await sell(seattle);
      const sale = await taxes.recordSale({ reference, calculationId, soldAt: null });
      const reversal = { reference: `${reference}-r`, saleId: sale.id, amountCents: null };
      expect((await taxes.recordReversal(reversal)).taxCents).toBe(-sale.taxCents);
    });

    test('says that a calculation it does not know has to be made again', async () => {
      await expect(
        taxes.recordSale({ reference: randomUUID(), calculationId: 'taxcalc_gone', soldAt: null }),
      ).rejects.toBeInstanceOf(CalculationExpired);
    });
  });
}

describe('what only the simulated one shows', () => {
  const taxes = () => {
    const { simulator } = gateway as TestGateway;
    return new StripeTaxes(() => simulator.access());
  };
  const ask = (method: string, path: string, form: Record<string, string> = {}) =>
    (gateway as TestGateway).ask(method, path, form);
  const asked = {
    currency: 'usd',
    'customer_details[address][country]': 'US',
    'customer_details[address][state]': 'TX',
    'customer_details[address][postal_code]': '77002',
    'customer_details[address_source]': 'billing',
    'line_items[0][amount]': '1000',
    'line_items[0][reference]': 'plan',
    'line_items[0][tax_code]': 'txcd_10402200',
  };

  test.each(['500', '429', 'lost'])('when it fails by %s it cannot say, and later it can', async (kind) => {
    await gateway?.control('/test/faults', { kind, path: '/v1/tax/', times: kind === 'lost' ? 2 : 1 });
    await expect(taxes().ratesAt(quebec)).rejects.toBeInstanceOf(TaxesUnavailable);
    expect((await taxes().ratesAt(quebec)).length).toBeGreaterThan(0);
  });

  test('a sale whose answer was lost is recorded once', async () => {
    const key = randomUUID();
    const sale = {
      key,
      address: quebec,
      lines: [{ kind: 'once' as const, amountCents: 900 }],
      soldAt: new Date(),
    };
    const { calculationId } = await taxes().calculateSale(sale);
    const record = () => taxes().recordSale({ reference: key, calculationId, soldAt: sale.soldAt });
    await gateway?.control('/test/faults', { kind: 'lost', path: 'create_from_calculation', times: 2 });
    await expect(record()).rejects.toBeInstanceOf(TaxesUnavailable);
    const { id } = await record();
    const read = await ask('GET', `/v1/tax/transactions/${id}`, { 'expand[]': 'line_items' });
    expect(read.body).toMatchObject({
      reference: key,
      type: 'transaction',
      line_items: { data: [{ amount: 900 }] },
    });
  });

  test('calculations are read again with their lines, and are gone after ninety days', async () => {
    const { body } = await ask('POST', '/v1/tax/calculations', asked);
    expect(body).not.toHaveProperty('line_items');
    expect(body).toMatchObject({ object: 'tax.calculation', tax_amount_exclusive: 66, amount_total: 1066 });
    const path = `/v1/tax/calculations/${body.id}`;
    expect((await ask('GET', path)).body).toEqual(body);
    const { body: lines } = await ask('GET', `${path}/line_items`, { 'expand[]': 'data.tax_breakdown' });
    expect(lines).toMatchObject({
      data: [
        {
          amount_tax: 66,
          tax_breakdown: [
            { amount: 50, taxable_amount: 800, jurisdiction: { level: 'state', state: 'TX' } },
            { amount: 16, taxable_amount: 800, jurisdiction: { level: 'city', display_name: 'Houston' } },
          ],
        },
      ],
    });
    await gateway?.control('/test/clock', { advance_seconds: 91 * 86_400 });
    expect((await ask('GET', path)).status).toBe(404);
    await expect(
      taxes().recordSale({ reference: 'late', calculationId: String(body.id), soldAt: null }),
    ).rejects.toBeInstanceOf(CalculationExpired);
  });

  test('what is wrong is refused with a word that says what', async () => {
    const wrong: [Record<string, string>, string | undefined][] = [
      [{ nonsense: 'x' }, 'parameter_unknown'],
      [{ 'customer_details[address][postal_code]': '10001' }, 'customer_tax_location_invalid'],
      [{ 'customer_details[address][state]': '' }, 'customer_tax_location_invalid'],
      [{ 'line_items[0][amount]': '9.99' }, 'parameter_invalid_integer'],
      [{ 'line_items[0][amount]': '0' }, undefined],
      [{ 'line_items[0][tax_code]': 'txcd_1' }, 'resource_missing'],
      [{ tax_date: '1' }, undefined],
      [{ currency: 'krw' }, undefined],
    ];
    for (const [more, code] of wrong) {
      const { status, body } = await ask('POST', '/v1/tax/calculations', { ...asked, ...more });
      expect([status, body.error?.code], JSON.stringify(more)).toEqual([400, code]);
    }
    expect((await ask('POST', '/v1/tax/transactions/create_reversal', { mode: 'full' })).status).toBe(400);
    expect((await ask('GET', '/v1/tax/transactions/tax_none')).status).toBe(404);
    expect((await ask('GET', '/v1/tax/nonsense/x')).status).toBe(404);
  });
});
