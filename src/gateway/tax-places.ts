/**
 * Where an address is, and which taxes count there. All rates are examples: they show what a place can be like (nothing is taxed, a
 * part is, a city has a tax of its own, a province has two), and are nobody's advice.
 */

interface Tax {
  level: 'country' | 'state' | 'county' | 'city' | 'district';
  /** Whose it is. */
  place: string;
  name: string;
  type: string;
  /** As Stripe writes it: `9.975`. Empty: nothing is taxed. */
  percent: string;
  /** Why, in Stripe's words. */
  reason: string;
  /** How many percent of the amount are taxed. */
  part?: number;
  /** Beginnings of postal codes; without: everywhere. */
  postal?: RegExp;
}

const sales = (level: Tax['level'], place: string, percent: string, more: Partial<Tax> = {}): Tax => ({
  level,
  place,
  name: level === 'state' ? 'Sales Tax' : 'Local Sales Tax',
  type: 'sales_tax',
  percent,
  reason: 'standard_rated',
  ...more,
});
const untaxed = (place: string, reason: string): Tax => ({
  ...sales('state', place, ''),
  name: '',
  reason,
});
const inPart = { part: 80, reason: 'portion_product_exempt' };

const states: Record<string, Tax[]> = {
  CA: [untaxed('California', 'product_exempt')],
  OR: [untaxed('Oregon', 'not_subject_to_tax')],
  PA: [sales('state', 'Pennsylvania', '6')],
  WA: [
    sales('state', 'Washington', '6.5'),
    sales('city', 'Seattle', '3.85', { postal: /^981/ }),
    sales('city', 'Tacoma', '3.8', { postal: /^984/ }),
  ],
  TX: [
    sales('state', 'Texas', '6.25', inPart),
    sales('city', 'Houston', '2', { ...inPart, postal: /^770/ }),
    sales('city', 'Dallas', '2', { ...inPart, postal: /^752/ }),
  ],
  NY: [
    sales('state', 'New York', '4'),
    sales('city', 'New York City', '4.5', { postal: /^10[0-4]/ }),
    sales('district', 'Metropolitan Commuter Transportation District', '0.375', { postal: /^1[01]/ }),
  ],
  IL: [
    untaxed('Illinois', 'product_exempt'),
    sales('city', 'Chicago', '9', { name: 'Amusement Tax', type: 'amusement_tax', postal: /^606/ }),
  ],
};

const canadian = (level: Tax['level'], place: string, type: string, percent: string): Tax => ({
  level,
  place,
  name: type.toUpperCase(),
  type,
  percent,
  reason: 'standard_rated',
});
const gst = canadian('country', 'Canada', 'gst', '5');
const harmonized = (place: string, percent: string) => [canadian('state', place, 'hst', percent)];
const provinces: Record<string, Tax[]> = {
  AB: [gst],
  BC: [gst, canadian('state', 'British Columbia', 'pst', '7')],
  MB: [gst, canadian('state', 'Manitoba', 'rst', '7')],
  NB: harmonized('New Brunswick', '15'),
  NL: harmonized('Newfoundland and Labrador', '15'),
  NS: harmonized('Nova Scotia', '14'),
  NT: [gst],
  NU: [gst],
  ON: harmonized('Ontario', '13'),
  PE: harmonized('Prince Edward Island', '15'),
  QC: [gst, canadian('state', 'Quebec', 'qst', '9.975')],
  SK: [gst, canadian('state', 'Saskatchewan', 'pst', '6')],
  YT: [gst],
};

/** By the first digit of a ZIP code. */
const statesByZip = [
  'CT MA ME NH NJ NY RI VT PR VI',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI DC',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV TX UT WY',
  'AK AS CA GU HI MP OR WA',
].map((names) => names.split(' '));
/** By the first letter of a Canadian postal code. */
const provincesByLetter: Record<string, string[]> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
};

export interface Address {
  country: string;
  state: string;
  postalCode: string;
}

/** The taxes at an address; undefined: there is no such place. */
export function taxesAt({ country, state, postalCode }: Address): Tax[] | undefined {
  const code = postalCode.replaceAll(' ', '').toUpperCase();
  if (country === 'CA') {
    if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(code) || !provincesByLetter[code[0] ?? '']?.includes(state))
      return undefined;
    return provinces[state];
  }
  if (country !== 'US' || !/^\d{5}(-?\d{4})?$/.test(code) || code.startsWith('000')) return undefined;
  if (!statesByZip[Number(code[0])]?.includes(state)) return undefined;
  const known = states[state];
  if (!known) return [untaxed(state, 'not_collecting')];
  return known.filter(({ postal }) => !postal || postal.test(code));
}

/** What a tax comes to, in cents, half up. */
export function taxOf(amount: number, { percent, part = 100 }: Tax): { amount: number; taxable: number } {
  if (percent === '') return { amount: 0, taxable: 0 };
  const [whole = '0', decimals = ''] = percent.split('.');
  const millionths = BigInt(whole + decimals.padEnd(4, '0'));
  const taxable = (BigInt(amount) * BigInt(part) + 50n) / 100n;
  return { amount: Number((taxable * millionths + 500_000n) / 1_000_000n), taxable: Number(taxable) };
}
