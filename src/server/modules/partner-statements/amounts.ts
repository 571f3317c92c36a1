/**
 * What a content partner earns in a month, in whole cents. Whatever is divided is rounded down, each title on its own, so that the sum
 * of the titles and the guarantee is the amount of the statement.
 *
 * - By the minute: whole minutes that anybody watched a title × the price of a minute.
 * - By share: revenue of plans × share × what viewers with a plan watched of the title ÷ what they watched in all.
 * - Minimum guarantee: where the titles of some terms earned less than it, the difference is added. For terms that were in force on
 *   some days of the month it is that part of it.
 */

/** Terms, as the amounts depend on them. */
export interface Rates {
  share_percent: number;
  per_minute_cents: number;
  minimum_guarantee_cents: number;
}

/** How much a title was watched, and what was watched and earned in all. */
interface Use {
  freeSeconds: number;
  planSeconds: number;
}
interface Month {
  revenueCents: number;
  planSeconds: number;
}

/** Whole minutes. */
export const minutesOf = (seconds: number): number => Math.floor(seconds / 60);

/** What a title earns by share. */
export function shareCents({ planSeconds }: Pick<Use, 'planSeconds'>, rates: Rates, month: Month): number {
  if (month.planSeconds === 0) return 0;
  const hundredths = BigInt(Math.round(rates.share_percent * 100));
  return Number(
    (BigInt(month.revenueCents) * hundredths * BigInt(planSeconds)) / (10_000n * BigInt(month.planSeconds)),
  );
}

/** What a title earns by the minute. Free and plan viewers' minutes are whole on their own, as the statement shows them. */
export const minuteCents = ({ freeSeconds, planSeconds }: Use, { per_minute_cents: price }: Rates): number =>
  (minutesOf(freeSeconds) + minutesOf(planSeconds)) * price;

/** The minimum guarantee for some days of a month. */
export const guaranteedCents = (rates: Rates, days: number, daysOfMonth: number): number =>
  Number((BigInt(rates.minimum_guarantee_cents) * BigInt(days)) / BigInt(daysOfMonth));
