/**
 * What is due of a period with its taxes: days and what a coupon takes off. What is new is taxed by the rates of today; what is taken
 * back has the taxes that were charged for it, wherever its household lives now. Pure.
 */
import { type DueLine, linesDue, type Period, type PeriodLine, shareCents } from './amounts.ts';
import { type Rate, type Tax, taxesOf } from './taxes.ts';

/** A line that was invoiced for a period, with its taxes. */
export type TaxedLine = PeriodLine & { taxes: readonly Tax[] };

/** What was taken off a period, with its taxes; negative. */
export interface TaxedDiscount {
  amountCents: number;
  taxes: readonly Tax[];
}

/** What was invoiced for a period, in that order. */
export interface InvoicedPeriod {
  lines: readonly TaxedLine[];
  discounts: readonly TaxedDiscount[];
}

/** `plan`: its days. `discount`: what a coupon takes off; above 0, what it does not any more. */
export type DuePart =
  | { kind: 'plan'; line: DueLine<TaxedLine>; amountCents: number; taxes: Tax[] }
  | { kind: 'discount'; amountCents: number; taxes: Tax[] };

/** What is due of a period and was not invoiced. `offCents`: what a coupon takes off the whole period. `rates`: those of today. */
export function dueOfPeriod(
  period: Period,
  invoiced: InvoicedPeriod,
  { offCents, rates }: { offCents: number; rates: readonly Rate[] },
): DuePart[] {
  const lines = linesDue(period, invoiced.lines);
  const taxed = (amountCents: number) => taxesOf([{ kind: 'plan', amountCents }], rates)[0] ?? [];
  return [
    ...lines.map((line): DuePart => {
      const { amountCents, takes } = line;
      return { kind: 'plan', line, amountCents, taxes: takes ? taxesBack(takes, line) : taxed(amountCents) };
    }),
    ...discountsDue(invoiced, lines, { offCents, today: taxed(1) }).map(
      ({ amountCents, taxes }): DuePart => ({
        kind: 'discount',
        amountCents,
        taxes: taxes ?? taxed(amountCents),
      }),
    ),
  ];
}

/** The taxes of days that are given back: their part of what was charged with them, so that all parts are all of it. */
const taxesBack = ({ at, until, taxes }: TaxedLine, back: Pick<PeriodLine, 'at' | 'until'>): Tax[] =>
  taxes.map((tax) => ({
    ...tax,
    amountCents: 0 - shareCents(tax.amountCents, until - at, back.at - at, back.until - at),
  }));

/** What was invoiced with the same taxes. */
interface Group {
  planCents: number;
  discount: { amountCents: number; taxes: Tax[] };
}

const taxKey = (taxes: readonly Tax[]): string =>
  JSON.stringify(taxes.map(({ jurisdiction, name, ratePpm }) => `${jurisdiction} ${name} ${ratePpm}`).sort());

/**
 * The lines that bring the discount that was invoiced to what is due. What belongs to days that are given back with other taxes than
 * today's is taken back with these; the rest is one line. Without `taxes`: by the rates of today.
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
  // What is taken off no more: of what has the taxes of today first.
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
