/**
 * The amount due for a period with its taxes: days and discounts. New lines have the rates of today. Credited
 * lines have the taxes that were charged for them, wherever the household lives now. Pure.
 */
import { type DueLine, linesDue, type Period, type PeriodLine, shareCents } from './amounts.ts';
import { type Rate, type Tax, taxesOf } from './taxes.ts';

/** A line that was invoiced for a period, with its taxes. */
export type TaxedLine = PeriodLine & { taxes: readonly Tax[] };

/** A discount of a period with its taxes; negative. */
export interface TaxedDiscount {
  amountCents: number;
  taxes: readonly Tax[];
}

/** Lines invoiced for a period, in the order of their invoices. */
export interface InvoicedPeriod {
  lines: readonly TaxedLine[];
  discounts: readonly TaxedDiscount[];
  /** Cents of these invoices that refunds and disputes returned and no line compensates yet. */
  returnedCents?: number;
}

/**
 * `plan`: days of the period. `discount`: reduction by a coupon, or above 0 its withdrawal. `returned`: part of the
 * credit for unused days that a refund or a dispute has already paid out.
 */
export type DuePart =
  | { kind: 'plan'; line: DueLine<TaxedLine>; amountCents: number; taxes: Tax[] }
  | { kind: 'discount'; amountCents: number; taxes: Tax[] }
  | { kind: 'returned'; amountCents: number; taxes: Tax[] };

/**
 * The amount of a period that was not invoiced. `offCents`: discount of the whole period. `rates`: those of
 * today.
 */
export function dueOfPeriod(
  period: Period,
  invoiced: InvoicedPeriod,
  { offCents, rates }: { offCents: number; rates: readonly Rate[] },
): DuePart[] {
  const lines = linesDue(period, invoiced.lines);
  const taxed = (amountCents: number) => taxesOf([{ kind: 'plan', amountCents }], rates)[0] ?? [];
  const days = lines.map((line): DuePart => {
    const { amountCents, takes } = line;
    return { kind: 'plan', line, amountCents, taxes: takes ? taxesBack(takes, line) : taxed(amountCents) };
  });
  return [
    ...days,
    ...returnedDue(invoiced, days),
    ...discountsDue(invoiced, lines, { offCents, today: taxed(1) }).map(
      ({ amountCents, taxes }): DuePart => ({
        kind: 'discount',
        amountCents,
        taxes: taxes ?? taxed(amountCents),
      }),
    ),
  ];
}

const grossOf = ({ amountCents, taxes }: TaxedDiscount): number =>
  taxes.reduce((sum, tax) => sum + tax.amountCents, amountCents);

const sumOf = (parts: readonly TaxedDiscount[]): number =>
  parts.reduce((sum, part) => sum + grossOf(part), 0);

/**
 * Limits the credit for unused days to the money still held for the period: invoiced amounts less refunds and
 * disputes. The excess is a line of its own, with its part of the credited taxes.
 */
function returnedDue(
  { lines, discounts, returnedCents = 0 }: InvoicedPeriod,
  days: readonly DuePart[],
): DuePart[] {
  const credits = days.filter(({ amountCents }) => amountCents < 0);
  const creditedCents = 0 - sumOf(credits);
  const planCents = sumOf(lines);
  if (returnedCents <= 0 || creditedCents <= 0 || planCents <= 0) return [];
  const invoicedCents = planCents + sumOf(discounts);
  // Discounted days are worth their part of the discounted amount.
  const worthCents = Math.round((creditedCents * invoicedCents) / planCents);
  const excessCents = Math.min(returnedCents, worthCents - (invoicedCents - returnedCents));
  if (excessCents <= 0) return [];
  const taxes = addTaxes(
    [],
    credits.flatMap((credit) => credit.taxes),
  ).map((tax) => ({
    ...tax,
    amountCents: 0 - Math.round((tax.amountCents * excessCents) / creditedCents),
  }));
  const taxCents = taxes.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [{ kind: 'returned', amountCents: excessCents - taxCents, taxes }];
}

/**
 * The taxes of credited days: their part of the taxes that were charged with them. All parts add up to all of
 * it.
 */
const taxesBack = ({ at, until, taxes }: TaxedLine, back: Pick<PeriodLine, 'at' | 'until'>): Tax[] =>
  taxes.map((tax) => ({
    ...tax,
    amountCents: 0 - shareCents(tax.amountCents, until - at, back.at - at, back.until - at),
  }));

/** Amounts invoiced with the same taxes. */
interface Group {
  planCents: number;
  discount: { amountCents: number; taxes: Tax[] };
}

const taxKey = (taxes: readonly Tax[]): string =>
  JSON.stringify(taxes.map(({ jurisdiction, name, ratePpm }) => `${jurisdiction} ${name} ${ratePpm}`).sort());

/**
 * Lines that bring the invoiced discount to the due one. The discount of credited days with other taxes than
 * today's is withdrawn with those taxes. The rest is one line. Without `taxes`: by the rates of today.
 */
function discountsDue(
  { lines, discounts }: InvoicedPeriod,
  due: readonly DueLine<TaxedLine>[],
  { offCents, today }: { offCents: number; today: readonly Tax[] },
): { amountCents: number; taxes?: Tax[] }[] {
  const now = taxKey(today);
  const groups = new Map<string, Group>();
  const groupOf = (taxes: readonly Tax[]): Group => {
    const key = taxKey(taxes);
    const group = groups.get(key) ?? { planCents: 0, discount: { amountCents: 0, taxes: [] } };
    groups.set(key, group);
    return group;
  };
  for (const { amountCents, taxes } of lines) groupOf(taxes).planCents += amountCents;
  for (const { amountCents, taxes } of discounts) {
    const { discount } = groupOf(taxes);
    discount.amountCents += amountCents;
    discount.taxes = addTaxes(discount.taxes, taxes);
  }
  const made: { amountCents: number; taxes?: Tax[] }[] = [];
  /** Takes back so much of the discount of a group, which is negative. */
  const take = ({ discount }: Group, cents: number) => {
    if (cents === 0) return;
    const back = discount.taxes.map((tax) => ({
      ...tax,
      amountCents: 0 - Math.round((tax.amountCents * cents) / discount.amountCents),
    }));
    made.push({ amountCents: 0 - cents, taxes: back });
    discount.amountCents -= cents;
    discount.taxes = addTaxes(discount.taxes, back);
  };
  const givenBack = new Map<string, number>();
  for (const { takes, amountCents } of due) {
    if (!takes) continue;
    const key = taxKey(takes.taxes);
    givenBack.set(key, (givenBack.get(key) ?? 0) - amountCents);
  }
  for (const [key, cents] of givenBack) {
    const group = groups.get(key);
    if (key === now || !group || group.planCents <= 0) continue;
    take(
      group,
      Math.round((group.discount.amountCents * Math.min(cents, group.planCents)) / group.planCents),
    );
  }
  let left = 0 - offCents;
  for (const { discount } of groups.values()) left -= discount.amountCents;
  if (left < 0) return [...made, { amountCents: left }];
  // A smaller discount is withdrawn from the lines with the taxes of today first.
  const order = [...groups].sort(([a], [b]) => Number(b === now) - Number(a === now));
  for (const [, group] of order) {
    const part = Math.max(group.discount.amountCents, 0 - left);
    if (part >= 0) continue;
    take(group, part);
    left += part;
  }
  return made;
}

/** Taxes added up by jurisdiction, name and rate. */
function addTaxes(some: readonly Tax[], others: readonly Tax[]): Tax[] {
  const sums = new Map<string, Tax>();
  for (const tax of [...some, ...others]) {
    const key = taxKey([tax]);
    const sum = sums.get(key);
    sums.set(key, { ...tax, amountCents: (sum?.amountCents ?? 0) + tax.amountCents });
  }
  return [...sums.values()];
}
