import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '../../must.ts';
import {
  calendarDay,
  dayNumber,
  dayText,
  dueCents,
  type HistoryChange,
  linesDue,
  type Period,
  type PeriodLine,
  periodsOf,
  shareCents,
  type Terms,
} from './amounts.ts';
import { dueOfPeriod, type InvoicedPeriod } from './bills.ts';
import { discountsOf } from './discounts.ts';
import type { Rate, Tax } from './taxes.ts';

const monthly = (cents: number): Terms => ({ planId: `m${cents}`, priceId: `m${cents}`, cents, months: 1 });
const yearly = (cents: number): Terms => ({ planId: `y${cents}`, priceId: `y${cents}`, cents, months: 12 });
const begin = (day: string, terms: Terms, trialDays = 0): HistoryChange => ({
  kind: 'begin',
  day: dayNumber(day),
  terms,
  trialDays,
});
type Undated<C> = C extends unknown ? Omit<C, 'day'> : never;
const on = (day: string, change: Undated<HistoryChange>): HistoryChange => ({
  ...change,
  day: dayNumber(day),
});
const ranges = (periods: Period[]) => periods.map(({ from, to }) => `${dayText(from)} ${dayText(to)}`);

/** Invoices everything as time goes by: at each change and each new period. */
function invoiceAll(history: HistoryChange[], until: number): { lines: PeriodLine[]; periods: Period[] } {
  const lines: PeriodLine[] = [];
  const starts = periodsOf(history, until).map(({ from }) => from);
  const days = [...new Set([...history.map(({ day }) => day), ...starts])].sort((a, b) => a - b);
  for (const day of days) {
    if (day >= until) break;
    const known = history.filter((change) => change.day <= day);
    for (const period of periodsOf(known, day + 1)) {
      const own = lines.filter((line) => line.periodFrom === period.from);
      lines.push(...linesDue(period, own));
    }
  }
  return { lines, periods: periodsOf(history, until) };
}
const total = (lines: PeriodLine[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

describe('periods', () => {
  test('keep the day of the month, and take the last one of a month that is too short', () => {
    expect(ranges(periodsOf([begin('2027-01-31', monthly(999))], dayNumber('2027-05-02')))).toEqual([
      '2027-01-31 2027-02-28',
      '2027-02-28 2027-03-31',
      '2027-03-31 2027-04-30',
      '2027-04-30 2027-05-31',
    ]);
    expect(ranges(periodsOf([begin('2028-02-29', yearly(9900))], dayNumber('2032-03-01')))).toEqual([
      '2028-02-29 2029-02-28',
      '2029-02-28 2030-02-28',
      '2030-02-28 2031-02-28',
      '2031-02-28 2032-02-29',
      '2032-02-29 2033-02-28',
    ]);
  });

  test('begin after a trial, which costs nothing', () => {
    const periods = periodsOf([begin('2027-01-10', monthly(999), 7)], dayNumber('2027-01-18'));
    expect(ranges(periods)).toEqual(['2027-01-10 2027-01-17', '2027-01-17 2027-02-17']);
    expect(periods.map(dueCents)).toEqual([0, 999]);
  });

  test('give the days of a pause back exactly, and go on from there', () => {
    const history = [
      begin('2027-01-10', monthly(999)),
      on('2027-01-20', { kind: 'pause' }),
      on('2027-03-01', { kind: 'resume' }),
    ];
    const periods = periodsOf(history, dayNumber('2027-04-01'));
    // Ten days used; the other 21 of January's 31 from the first of March on.
    expect(ranges(periods)).toEqual(['2027-01-10 2027-03-22', '2027-03-22 2027-04-22']);
    expect(periods.map(dueCents)).toEqual([999, 999]);
    const [first] = periods as [Period];
    expect(dayText(calendarDay(first, 9))).toBe('2027-01-19');
    expect(dayText(calendarDay(first, 10))).toBe('2027-03-01');
    expect(dayText(calendarDay(first, 30))).toBe('2027-03-21');
  });

  test('begin after a pause that begins where the one before ends, and cost nothing until then', () => {
    const renewal = '2027-02-10';
    const paused = [begin('2027-01-10', monthly(999)), on(renewal, { kind: 'pause' })];
    const [open, ...none] = periodsOf(paused, dayNumber('2027-02-21')) as [Period];
    expect(none).toEqual([]);
    expect([open.isPaused, dayText(open.to)]).toEqual([true, '2027-02-21']);
    const history = [...paused, on('2027-03-01', { kind: 'resume' })];
    const periods = periodsOf(history, dayNumber('2027-04-02'));
    expect(ranges(periods)).toEqual([
      '2027-01-10 2027-03-01',
      '2027-03-01 2027-04-01',
      '2027-04-01 2027-05-01',
    ]);
    const [first] = periods as [Period];
    // All of its days were served before the pause.
    expect(dayText(calendarDay(first, 30))).toBe('2027-02-09');
    const { lines } = invoiceAll(history, dayNumber('2027-03-02'));
    expect(lines.map(({ periodFrom, amountCents }) => [dayText(periodFrom), amountCents])).toEqual([
      ['2027-01-10', 999],
      ['2027-03-01', 999],
    ]);
    // Changes for the period, and those during the pause, apply from its beginning.
    const changed = [
      begin('2027-01-10', monthly(999)),
      on('2027-01-20', { kind: 'renew_as', terms: monthly(500) }),
      on(renewal, { kind: 'pause' }),
      on('2027-02-15', { kind: 'renew_as', terms: monthly(999) }),
      on('2027-03-01', { kind: 'resume' }),
    ];
    expect(periodsOf(changed.toSpliced(3, 1), dayNumber('2027-03-02')).map(dueCents)).toEqual([999, 500]);
    expect(periodsOf(changed, dayNumber('2027-03-02')).map(dueCents)).toEqual([999, 999]);
  });

  test('end their pause as planned, whatever is asked for meanwhile', () => {
    const history = [
      begin('2027-01-10', monthly(999)),
      on('2027-01-15', { kind: 'renew_as', terms: monthly(500) }),
      on('2027-01-20', { kind: 'pause' }),
      on('2027-01-25', { kind: 'renew_as', terms: monthly(999) }),
      on('2027-03-01', { kind: 'resume' }),
    ];
    const periods = periodsOf(history, dayNumber('2027-04-01'));
    expect(ranges(periods)).toEqual(['2027-01-10 2027-03-22', '2027-03-22 2027-04-22']);
    expect(periods.map(dueCents)).toEqual([999, 999]);
  });

  test('reach a new billing day by a shorter period, for its share of the price', () => {
    const history = [
      begin('2027-01-10', monthly(3100)),
      on('2027-01-15', { kind: 'billing_day', dayOfMonth: 25 }),
    ];
    const periods = periodsOf(history, dayNumber('2027-03-26'));
    expect(ranges(periods)).toEqual([
      '2027-01-10 2027-02-10',
      '2027-02-10 2027-02-25',
      '2027-02-25 2027-03-25',
      '2027-03-25 2027-04-25',
    ]);
    // Fifteen of the 28 days from 10 February to 10 March.
    expect(periods.map(dueCents)).toEqual([3100, 1661, 3100, 3100]);
  });

  test('go on by a new billing day where they end on it already, or on the last day of a month without it', () => {
    const moved = (start: string, terms: Terms, dayOfMonth: number, until: string) => {
      const history = [begin(start, terms), on(start, { kind: 'billing_day', dayOfMonth })];
      const periods = periodsOf(history, dayNumber(until));
      return { ranges: ranges(periods), cents: periods.map(dueCents) };
    };
    for (const dayOfMonth of [29, 30, 31])
      expect(moved('2027-01-28', monthly(2800), dayOfMonth, '2027-04-01')).toEqual({
        ranges: [
          '2027-01-28 2027-02-28',
          `2027-02-28 2027-03-${dayOfMonth}`,
          `2027-03-${dayOfMonth} 2027-04-${Math.min(dayOfMonth, 30)}`,
        ],
        cents: [2800, 2800, 2800],
      });
    expect(moved('2027-03-30', monthly(3000), 31, '2027-06-01')).toEqual({
      ranges: ['2027-03-30 2027-04-30', '2027-04-30 2027-05-31', '2027-05-31 2027-06-30'],
      cents: [3000, 3000, 3000],
    });
    expect(moved('2027-02-28', yearly(9900), 29, '2029-02-28')).toEqual({
      ranges: ['2027-02-28 2028-02-28', '2028-02-28 2028-02-29', '2028-02-29 2029-02-28'],
      cents: [9900, 27, 9900],
    });
    expect(moved('2027-02-28', yearly(9900), 31, '2028-02-28')).toEqual({
      ranges: ['2027-02-28 2028-02-28'],
      cents: [9900],
    });
    expect(moved('2026-02-28', yearly(9900), 30, '2028-02-28')).toEqual({
      ranges: ['2026-02-28 2027-02-28', '2027-02-28 2028-02-29'],
      cents: [9900, 9900],
    });
  });

  test('before a new billing day cost their part of the period that would have started', () => {
    const history = [
      begin('2027-01-31', monthly(1499)),
      on('2027-02-10', { kind: 'billing_day', dayOfMonth: 15 }),
    ];
    const periods = periodsOf(history, dayNumber('2027-04-01'));
    expect(ranges(periods)).toEqual([
      '2027-01-31 2027-02-28',
      '2027-02-28 2027-03-15',
      '2027-03-15 2027-04-15',
    ]);
    // Fifteen of the 31 days from February 28 to March 31.
    expect(periods.map(dueCents)).toEqual([1499, 725, 1499]);
  });

  test('renew with other terms, from monthly to yearly and back', () => {
    const history = [
      begin('2026-12-31', monthly(1000)),
      on('2027-02-05', { kind: 'renew_as', terms: yearly(10_000) }),
      on('2027-06-01', { kind: 'renew_as', terms: monthly(1200) }),
    ];
    expect(ranges(periodsOf(history, dayNumber('2028-04-01')))).toEqual([
      '2026-12-31 2027-01-31',
      '2027-01-31 2027-02-28',
      '2027-02-28 2028-02-29',
      '2028-02-29 2028-03-31',
      '2028-03-31 2028-04-30',
    ]);
  });

  test('are served to their end when cancelled, and not beyond an end in between', () => {
    const ended = (day: string) =>
      periodsOf([begin('2027-01-10', monthly(999)), on(day, { kind: 'end' })], dayNumber('2028-01-01'));
    expect(ranges(ended('2027-03-10'))).toEqual(['2027-01-10 2027-02-10', '2027-02-10 2027-03-10']);
    const [only] = ended('2027-01-20') as [Period];
    expect([dayText(only.servedUntil), dueCents(only)]).toEqual(['2027-01-20', 999]);
  });
});

describe('amounts', () => {
  test('of parts add up to the whole price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 366 }),
        fc.array(fc.nat(366), { maxLength: 6 }),
        (cents, days, cuts) => {
          const edges = [0, ...cuts.filter((cut) => cut < days), days].sort((a, b) => a - b);
          const parts = edges
            .slice(1)
            .map((until, index) => shareCents(cents, days, edges[index] ?? 0, until));
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
          for (const part of parts) expect(part).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('of two upgrades in a month are the days at each price, whatever was charged before', () => {
    const history = [
      begin('2027-01-01', monthly(3100)),
      on('2027-01-11', { kind: 'switch', terms: monthly(6200) }),
      on('2027-01-21', { kind: 'switch', terms: monthly(9300) }),
    ];
    const { lines, periods } = invoiceAll(history, dayNumber('2027-01-31'));
    expect(lines.map(({ terms, at, until, amountCents }) => [terms.priceId, at, until, amountCents])).toEqual(
      [
        ['m3100', 0, 31, 3100],
        ['m3100', 10, 31, -2100],
        ['m6200', 10, 31, 4200],
        ['m6200', 20, 31, -2200],
        ['m9300', 20, 31, 3300],
      ],
    );
    expect(total(lines)).toBe(1000 + 2000 + 3300);
    expect(periods.map(dueCents)).toEqual([6300]);
  });

  test('of an upgrade that is taken back on the same day are nothing', () => {
    const history = [
      begin('2027-01-01', monthly(3100)),
      on('2027-01-11', { kind: 'switch', terms: monthly(6200) }),
      on('2027-01-11', { kind: 'switch', terms: monthly(3100) }),
    ];
    const { lines } = invoiceAll(history, dayNumber('2027-01-31'));
    expect(total(lines)).toBe(3100);
    // As it was charged step by step.
    const steps: PeriodLine[] = [];
    for (const length of [1, 2, 3])
      for (const period of periodsOf(history.slice(0, length), dayNumber('2027-01-12')))
        steps.push(...linesDue(period, steps));
    expect(steps.map(({ amountCents }) => amountCents)).toEqual([3100, -2100, 4200, -4200, 2100]);
  });

  test('from monthly to yearly give the rest of the month back and begin a year', () => {
    const history = [
      begin('2027-01-01', monthly(3100)),
      on('2027-01-11', { kind: 'switch', terms: yearly(20_000) }),
    ];
    const { lines, periods } = invoiceAll(history, dayNumber('2027-02-01'));
    expect(ranges(periods)).toEqual(['2027-01-01 2027-01-11', '2027-01-11 2028-01-11']);
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([3100, -2100, 20_000]);
  });
});

/** Ten thousand in the bench. */
const numRuns = Number(process.env.BILLING_PURE_HISTORIES ?? 1000);

const leapDay = dayNumber('2028-02-29');

/**
 * Histories of three years with a leap day as people make them: each change some days after the one before. `left`: the day on which
 * they ask for their account to be deleted.
 */
const histories = fc
  .record({
    start: fc.integer({ min: dayNumber('2025-03-01'), max: leapDay }),
    trialDays: fc.constantFrom(0, 0, 7, 14),
    first: fc.constantFrom(monthly(999), monthly(1499), yearly(9900)),
    steps: fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 70 }),
        kind: fc.constantFrom('switch', 'renew_as', 'billing_day', 'pause', 'end', 'switch', 'renew_as'),
        terms: fc.constantFrom(monthly(999), monthly(1499), monthly(1), yearly(9900), yearly(14_900)),
        dayOfMonth: fc.integer({ min: 1, max: 31 }),
        pause: fc.integer({ min: 0, max: 100 }),
      }),
      { maxLength: 20 },
    ),
    left: fc.option(fc.integer({ min: 0, max: 3 * 366 }), { freq: 3 }),
  })
  .map(({ start, trialDays, first, steps, left }) => {
    const history: HistoryChange[] = [{ kind: 'begin', day: start, terms: first, trialDays }];
    let day = start;
    for (const { after, kind, terms, dayOfMonth, pause } of steps) {
      day += after;
      if (kind === 'pause') {
        history.push({ kind, day }, { kind: 'resume', day: day + pause });
        day += pause;
      } else if (kind === 'billing_day') history.push({ kind, day, dayOfMonth });
      else if (kind === 'end') {
        history.push({ kind, day });
        break;
      } else history.push({ kind: kind as 'switch' | 'renew_as', day, terms });
    }
    return { history, until: start + 3 * 366, left: left === null ? undefined : start + left };
  });

/** A history whose household asks for its deletion on a day: the period that it is in is the last one, and nothing is changed later. */
function leaving(history: HistoryChange[], left: number): HistoryChange[] {
  const known = history.filter(({ day }) => day <= left);
  const last = must(known.at(-1), 'change');
  if (last.kind === 'end') return known;
  // A pause ends as planned.
  const planned = last.kind === 'pause' ? history.slice(0, known.length + 1) : known;
  const until = Math.max(left, must(planned.at(-1), 'change').day) + 1;
  const { to } = must(
    periodsOf(planned, until).findLast(({ from }) => from <= left),
    'period',
  );
  return [...planned, { kind: 'end', day: to }];
}

/**
 * Kill Bill's published cases of proration in advance, monthly and yearly (`TestProRation`, `TestTrailingProRation`,
 * `GenericProRationTestBase`, Apache-2.0): the amount due by a day until another plan begins, in whole prices. Cases whose
 * billing day differs from the start are left out, because their first part belongs to the period before.
 */
describe('the cases of Kill Bill', () => {
  const whole = 28 * 29 * 30 * 31;
  const days = (count: number, of: number) => (whole / of) * count;
  test.each([
    ['a phase that changes', '2011-02-10', '2011-02-24', '2011-03-06', days(14, 28), days(14, 28)],
    ['before the billing day', '2011-02-03', '2011-02-17', '2011-03-01', days(14, 28), days(14, 28)],
    ['on the billing day', '2011-02-03', '2011-02-17', '2011-03-03', days(14, 28), days(14, 28) + whole],
    ['after the billing day', '2011-02-03', '2011-02-17', '2011-03-04', days(14, 28), days(14, 28) + whole],
    ['across a year', '2010-12-15', undefined, '2011-01-16', 2 * whole, 0],
    ['a leap year from mid-February', '2012-02-15', undefined, '2012-03-15', 2 * whole, 0],
    ['a leap year from before February', '2012-01-15', undefined, '2012-02-03', whole, 0],
    ['a leap year with all of February', '2012-01-30', undefined, '2012-03-01', 2 * whole, 0],
    ['February of a leap year', '2012-02-01', '2012-02-15', '2012-02-19', days(14, 29), days(15, 29)],
    [
      'thirteen days of February',
      '2011-02-01',
      '2011-02-14',
      '2011-03-01',
      days(13, 28),
      days(15, 28) + whole,
    ],
    [
      'a plan that changes before the billing day',
      '2011-02-07',
      '2011-02-15',
      '2011-02-20',
      days(8, 28),
      days(20, 28),
    ],
    ['a plan that changes on the billing day', '2011-02-07', '2011-03-07', '2011-03-21', whole, whole],
    [
      'a plan that changes after the billing day',
      '2011-02-07',
      '2011-03-10',
      '2011-03-21',
      whole + days(3, 31),
      days(28, 31),
    ],
    [
      'an end after the target',
      '2010-12-15',
      '2011-03-17',
      '2011-03-18',
      3 * whole + days(2, 31),
      days(29, 31),
    ],
  ])('%s', (_name, start, changed, target, before, after) => {
    expect(dueBy(target, start, monthly(whole), changed, monthly(whole * 2))).toEqual([before, after * 2]);
  });

  const year = 365 * 366;
  const daysOf = (count: number, of: number) => (year / of) * count;
  test.each([
    ['on the day of the start', '2011-02-15', undefined, '2011-02-15', year, 0],
    ['less than one period', '2011-02-15', undefined, '2011-03-01', year, 0],
    ['one period less a day', '2011-02-15', undefined, '2012-02-14', year, 0],
    ['exactly one period', '2011-02-15', undefined, '2012-02-15', 2 * year, 0],
    ['a day more than one period', '2011-02-15', undefined, '2012-02-16', 2 * year, 0],
    ['across a year, a day before', '2011-12-15', undefined, '2012-12-14', year, 0],
    ['across a year, on the day', '2011-12-15', undefined, '2012-12-15', 2 * year, 0],
    ['from the middle of February of a leap year', '2012-02-15', undefined, '2013-02-15', 2 * year, 0],
    [
      'twelve years from the end of a month, a day before',
      '2011-01-31',
      undefined,
      '2023-01-30',
      12 * year,
      0,
    ],
    ['twelve years from the end of a month, on the day', '2011-01-31', undefined, '2023-01-31', 13 * year, 0],
    ['a change far ahead, on the day of the start', '2010-06-17', '2012-06-25', '2010-06-17', year, 0],
    ['a change ahead, in the first period', '2010-06-17', '2011-06-25', '2010-06-20', year, 0],
    [
      'on the day of the change',
      '2010-06-17',
      '2011-06-25',
      '2011-06-25',
      year + daysOf(8, 366),
      daysOf(358, 366),
    ],
    ['after the change', '2010-06-17', '2011-06-25', '2011-07-30', year + daysOf(8, 366), daysOf(358, 366)],
    [
      'a change within the first period',
      '2011-01-01',
      '2011-01-15',
      '2011-01-17',
      daysOf(14, 365),
      daysOf(351, 365),
    ],
    [
      'a change within it, asked later',
      '2011-01-01',
      '2011-01-15',
      '2011-04-05',
      daysOf(14, 365),
      daysOf(351, 365),
    ],
  ])('yearly: %s', (_name, start, changed, target, before, after) => {
    expect(dueBy(target, start, yearly(year), changed, yearly(year * 2))).toEqual([before, after * 2]);
  });

  /** Due by a day for the first terms and for the others. */
  function dueBy(target: string, start: string, terms: Terms, changed: string | undefined, other: Terms) {
    const history = [
      begin(start, terms),
      // A change is known on its day.
      ...(changed && changed <= target ? [on(changed, { kind: 'switch', terms: other })] : []),
    ];
    const pieces = periodsOf(history, dayNumber(target) + 1).flatMap(({ pieces: own, priceDays }) =>
      own.map((piece) => ({
        terms: piece.terms,
        cents: shareCents(piece.terms.cents, priceDays, piece.at, piece.until),
      })),
    );
    return [terms, other].map((asked) =>
      pieces.filter((own) => own.terms === asked).reduce((sum, { cents }) => sum + cents, 0),
    );
  }
});

test(
  'of any history, what was invoiced is what is due: every day once, none served and not paid',
  () => {
    let servedOnLeapDay = 0;
    fc.assert(
      fc.property(histories, ({ history: wanted, until, left }) => {
        const start = must(wanted[0], 'beginning').day;
        expect(until - start).toBeGreaterThan(3 * 365);
        expect(start <= leapDay && leapDay < until).toBe(true);
        const history = left === undefined ? wanted : leaving(wanted, left);
        const { lines, periods } = invoiceAll(history, until);
        // A household that leaves is charged nothing more, and earlier charges stay.
        if (left !== undefined) expect(lines).toEqual(invoiceAll(wanted, Math.min(left + 1, until)).lines);
        let day = history[0]?.day;
        for (const period of periods) {
          // Periods follow each other without a gap, and give every day that was paid for.
          expect(period.from).toBe(day);
          day = period.to;
          const own = lines.filter((line) => line.periodFrom === period.from);
          expect(total(own)).toBe(dueCents(period));
          // The way to another billing day is never dearer than a whole period.
          if (!period.isTrial) expect(period.pieces.at(-1)?.until ?? 0).toBeLessThanOrEqual(period.priceDays);
          const served = period.to - period.from - period.pauses.reduce((sum, { days }) => sum + days, 0);
          const wrong = [];
          for (let at = 0; at < served; at += 1) {
            const piece = period.pieces.find((each) => each.at <= at && each.until > at);
            let [net, left] = [0, 0];
            for (const line of own) {
              if (line.at > at || line.until <= at) continue;
              net += line.sign;
              if (line.terms.priceId === piece?.terms.priceId) left += line.sign;
            }
            // Charged once, and the rest has the terms of that day.
            const wanted = period.isTrial ? 0 : 1;
            if (net !== wanted || left !== wanted) wrong.push({ at, net, left });
          }
          expect(wrong).toEqual([]);
          if (!period.isTrial && period.from <= leapDay && leapDay < period.to)
            for (let at = 0; at < served; at += 1)
              if (calendarDay(period, at) === leapDay) servedOnLeapDay += 1;
          // Once more is nothing.
          expect(linesDue(period, own)).toEqual([]);
        }
        // No line is of a period that the history has not got.
        const starts = new Set(periods.map(({ from }) => from));
        expect(lines.filter(({ periodFrom }) => !starts.has(periodFrom))).toEqual([]);
      }),
      { numRuns },
    );
    expect(servedOnLeapDay).toBeGreaterThan(numRuns / 20);
  },
  60_000 + numRuns * 60,
);

test('a coupon of so many months counts the way to another billing day as one of them, also of a yearly plan', () => {
  const off = { id: 'x', percentOff: 10, amountOffCents: null, duration: 'months' as const };
  const takenOff = (terms: Terms, durationMonths: number) => {
    const history = [begin('2027-02-10', terms), on('2027-02-10', { kind: 'billing_day', dayOfMonth: 20 })];
    const periods = periodsOf(history, dayNumber('2030-01-01'));
    return [...discountsOf({ ...off, durationMonths }, periods).values()];
  };
  expect(takenOff(monthly(2800), 3)).toEqual([280, 90, 280]);
  // A year, the ten days of 366, and the other eleven months of another year.
  expect(takenOff(yearly(36_600), 12)).toEqual([3660]);
  expect(takenOff(yearly(36_600), 24)).toEqual([3660, 100, 3355]);
  // A part of a year is discounted for its months only.
  expect(takenOff(yearly(36_600), 3)).toEqual([915]);
  expect(takenOff(yearly(36_600), 18)).toEqual([3660, 100, 1525]);
});

test('a coupon of an amount takes no more off a year than its months cost', () => {
  const periods = periodsOf([begin('2027-02-10', yearly(12_000))], dayNumber('2029-01-01'));
  const coupon = { id: 'x', percentOff: null, duration: 'months' as const, durationMonths: 1 };
  const takenOff = (amountOffCents: number) => [
    ...discountsOf({ ...coupon, amountOffCents }, periods).values(),
  ];
  expect(takenOff(500)).toEqual([500]);
  expect(takenOff(5000)).toEqual([1000]);
});

describe('taxes of any history whose household moves', () => {
  const rate = (jurisdiction: string, ratePpm: number): Rate => ({
    country: 'CA',
    region: '',
    postalFrom: '',
    postalTo: '',
    kind: 'plan',
    name: 'HST',
    jurisdiction,
    ratePpm,
    startsOn: '2020-01-01',
    endsOn: null,
  });
  const places = [
    [],
    [rate('CA', 50_000), rate('CA-QC', 99_750)],
    [rate('CA', 130_000)],
    [rate('US-LA', 5_000), rate('US', 72_500)],
  ];
  interface Kept {
    lines: InvoicedPeriod['lines'][number][];
    discounts: InvoicedPeriod['discounts'][number][];
  }
  const keep = (kept: Kept, parts: ReturnType<typeof dueOfPeriod>) => {
    for (const part of parts)
      if (part.kind === 'plan') kept.lines.push({ ...part.line, taxes: part.taxes });
      else kept.discounts.push(part);
  };
  const sums = ({ lines, discounts }: Kept) => {
    const taxes = new Map<string, number>();
    const add = ({ jurisdiction, name, ratePpm, amountCents }: Tax) => {
      const key = `${jurisdiction} ${name} ${ratePpm}`;
      taxes.set(key, (taxes.get(key) ?? 0) + amountCents);
    };
    for (const own of [...lines, ...discounts]) own.taxes.forEach(add);
    const cents = (own: { amountCents: number }[]) =>
      own.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { plan: cents(lines), off: cents(discounts), taxes: [...taxes.values()] };
  };

  test(
    'are taken back where they were charged: all of a period given back is nothing, of each of them',
    () => {
      let taken = 0;
      fc.assert(
        fc.property(
          histories,
          fc.array(fc.nat(places.length - 1), { minLength: 1, maxLength: 12 }),
          fc.constantFrom(null, { percentOff: 20 }, { percentOff: 100 }, { amountOffCents: 500 }),
          ({ history, until }, moves, off) => {
            const coupon = {
              id: 'x',
              percentOff: null,
              amountOffCents: null,
              duration: 'forever' as const,
              durationMonths: null,
              ...off,
            };
            const rates = (step: number) => must(places[moves[step % moves.length] ?? 0], 'place');
            const kept = new Map<number, Kept>();
            const starts = periodsOf(history, until).map(({ from }) => from);
            const days = [...new Set([...history.map(({ day }) => day), ...starts])].sort((a, b) => a - b);
            for (const [step, day] of days.entries()) {
              if (day >= until) break;
              const periods = periodsOf(
                history.filter((change) => change.day <= day),
                day + 1,
              );
              const discounts = off ? discountsOf(coupon, periods) : new Map<number, number>();
              for (const period of periods) {
                const own = kept.get(period.from) ?? { lines: [], discounts: [] };
                kept.set(period.from, own);
                const offCents = discounts.get(period.from) ?? 0;
                keep(own, dueOfPeriod(period, own, { offCents, rates: rates(step) }));
                const { plan, off: given } = sums(own);
                expect([plan, given]).toEqual([dueCents(period), 0 - offCents]);
                // Once more is nothing, wherever they live.
                expect(dueOfPeriod(period, own, { offCents, rates: rates(step + 1) })).toEqual([]);
                const empty = { ...period, pieces: [] };
                const all: Kept = { lines: [...own.lines], discounts: [...own.discounts] };
                keep(all, dueOfPeriod(empty, own, { offCents: 0, rates: rates(step + 1) }));
                const { taxes, ...rest } = sums(all);
                expect(rest).toEqual({ plan: 0, off: 0 });
                expect(taxes.filter((cents) => cents !== 0)).toEqual([]);
                taken += own.lines.filter(({ sign, taxes: own }) => sign === -1 && own.length > 0).length;
              }
            }
          },
        ),
        { numRuns: Math.ceil(numRuns / 5) },
      );
      expect(taken).toBeGreaterThan(numRuns / 50);
    },
    60_000 + numRuns * 60,
  );
});
