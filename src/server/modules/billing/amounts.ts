/**
 * The one rule for amounts: the amount that a subscription's history makes due for a period, less its invoices.
 * Nothing is prorated from an earlier charge, so that any number of changes in one period is right. Pure. Days
 * are whole numbers since 1970-01-01 in the zone in which the subscription began, amounts whole cents.
 */

/** A dated price of a plan. */
export interface Terms {
  planId: string;
  priceId: string;
  /** For `months`. */
  cents: number;
  months: 1 | 12;
}

/** A change of a subscription. In order of days; within a day, in order of events. */
export type HistoryChange =
  | { kind: 'begin'; day: number; terms: Terms; trialDays: number }
  /** Other terms from that day on. For another number of months a period begins on it. */
  | { kind: 'switch'; day: number; terms: Terms }
  /** Other terms from the next period on. */
  | { kind: 'renew_as'; day: number; terms: Terms }
  /** Another day of the month from the next period on, 1 to 31. A shorter period leads there, where that does not begin on it. */
  | { kind: 'billing_day'; day: number; dayOfMonth: number }
  /**
   * A pause within a pause, as by the household and then for non-payment, lasts until each has its `resume`.
   */
  | { kind: 'pause'; day: number }
  | { kind: 'resume'; day: number }
  /** The first day without service. Nothing is credited. */
  | { kind: 'end'; day: number };

/** Some days of a period under the same terms. Days are counted within it from 0, pauses left out. */
interface Piece {
  terms: Terms;
  at: number;
  until: number;
}

export interface Period {
  /** The first day. */
  from: number;
  /** The first day of the next one; later by the days of a pause, also of one that begins where this one ends. */
  to: number;
  /** The first day without service; `to` where it was not ended before. */
  servedUntil: number;
  /** How many days the whole price is for. */
  priceDays: number;
  /** The day of the month on which periods end, 1 to 31; of a month that has not so many days, its last. */
  dayOfMonth: number;
  isTrial: boolean;
  isPaused: boolean;
  pieces: Piece[];
  /** Days without service within it, counted as `Piece` does, with their lengths. */
  pauses: { at: number; days: number }[];
}

/** A line of an invoice: some days of a period at a price that are charged (1), or given back (-1) as a negative amount. */
export interface PeriodLine {
  periodFrom: number;
  terms: Terms;
  /** As `Piece` counts. */
  at: number;
  until: number;
  priceDays: number;
  sign: 1 | -1;
  amountCents: number;
}

const dayMs = 86_400_000;

/** The whole number of a day that is written `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** Days as they are written, by their number: a batch of renewals writes few of them often. */
const texts = new Map<number, string>();
const maxTexts = 10_000;

/** A day as it is written. */
export function dayText(day: number): string {
  const known = texts.get(day);
  if (known) return known;
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  if (texts.size >= maxTexts) texts.clear();
  texts.set(day, text);
  return text;
}

/** A day of the month in months since year 0; of a month that has not so many days, its last. */
function dayOf(month: number, dayOfMonth: number): number {
  const year = Math.floor(month / 12);
  const index = month % 12;
  // Every month has 28 days.
  const last = dayOfMonth <= 28 ? dayOfMonth : new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return Date.UTC(year, index, Math.min(dayOfMonth, last)) / dayMs;
}

/** From where periods are counted, so that 31 January is followed by 28 February and 31 March. */
interface Anchor {
  month: number;
  dayOfMonth: number;
}

function anchorAt(day: number, dayOfMonth?: number): Anchor {
  const date = new Date(day * dayMs);
  return {
    month: date.getUTCFullYear() * 12 + date.getUTCMonth(),
    dayOfMonth: dayOfMonth ?? date.getUTCDate(),
  };
}

/** The first boundary after a day, in steps of so many months. */
function boundaryAfter({ month, dayOfMonth }: Anchor, months: number, day: number): number {
  const { month: now } = anchorAt(day);
  let steps = Math.max(0, Math.floor((now - month) / months) - 1);
  while (dayOf(month + steps * months, dayOfMonth) <= day) steps += 1;
  return dayOf(month + steps * months, dayOfMonth);
}

/** The periods of a subscription that begin before a day, the first one first. */
export function periodsOf(history: readonly HistoryChange[], before: number): Period[] {
  const [begin, ...rest] = history;
  if (begin?.kind !== 'begin') return [];
  const walk = new Walk(begin, rest, before);
  return walk.run();
}

class Walk {
  private readonly periods: Period[] = [];
  private terms: Terms;
  /** Terms, and a day of the month, that wait for the next period. */
  private nextTerms: Terms | undefined;
  private nextDay: number | undefined;
  private anchor: Anchor;
  private next = 0;
  private day: number;
  private isOver = false;
  /** How many pauses run: one may begin within another. */
  private pauses = 0;

  constructor(
    private readonly begin: HistoryChange & { kind: 'begin' },
    private readonly changes: HistoryChange[],
    private readonly before: number,
  ) {
    this.terms = begin.terms;
    this.day = begin.day;
    this.anchor = anchorAt(begin.day);
  }

  run(): Period[] {
    if (this.begin.trialDays > 0 && this.day < this.before) {
      this.walkPeriod(this.begin.trialDays, this.day + this.begin.trialDays, true);
      this.anchor = anchorAt(this.day);
    }
    while (!this.isOver && this.day < this.before) this.walkPaid();
    return this.periods;
  }

  private walkPaid(): void {
    const dayOfMonth = this.nextDay;
    this.nextDay = undefined;
    this.takeFirstDay();
    if (this.isOver) return;
    const { months } = this.terms;
    // Where it is that day of the month already, as far as the month has it, periods just go on by it.
    const isThere = dayOfMonth !== undefined && dayOf(anchorAt(this.day).month, dayOfMonth) === this.day;
    if (isThere) this.anchor = anchorAt(this.day, dayOfMonth);
    if (dayOfMonth === undefined || isThere) {
      const to = boundaryAfter(this.anchor, months, this.day);
      this.walkPeriod(to - this.day, to, false);
      return;
    }
    // The days until the new day of the month cost their part of the period that would have started here.
    const whole = boundaryAfter(this.anchor, months, this.day) - this.day;
    const anchor = anchorAt(this.day, dayOfMonth);
    const to = boundaryAfter(anchor, 1, this.day);
    this.anchor = anchorAt(to, anchor.dayOfMonth);
    this.walkPeriod(whole, to, false);
  }

  /**
   * Changes for this period, and those of its first day, apply from its beginning. A change on that day for the
   * next period waits for that one.
   */
  private takeFirstDay(): void {
    if (this.nextTerms) this.switchOnFirstDay(this.nextTerms);
    this.nextTerms = undefined;
    for (let change = this.peek(); change && change.day <= this.day; change = this.peek()) {
      if (change.kind === 'pause') return;
      this.next += 1;
      if (change.kind === 'switch') {
        this.nextTerms = undefined;
        this.switchOnFirstDay(change.terms);
      } else if (change.kind === 'renew_as') this.nextTerms = change.terms;
      else if (change.kind === 'billing_day') this.nextDay = change.dayOfMonth;
      else if (change.kind === 'resume') this.pauses -= 1;
      else if (change.kind === 'end') {
        this.isOver = true;
        return;
      }
    }
  }

  private switchOnFirstDay(terms: Terms): void {
    // The day is a boundary, of a month that may be too short for it.
    if (terms.months !== this.terms.months) this.anchor = anchorAt(this.day, this.anchor.dayOfMonth);
    this.terms = terms;
  }

  /** End of the pause that has just begun, with the pauses within it; undefined: none yet. */
  private resumeDay(): number | undefined {
    let pauses = this.pauses;
    for (const { kind, day } of this.changes.slice(this.next)) {
      if (kind === 'end') return undefined;
      if (kind === 'pause') pauses += 1;
      if (kind === 'resume') pauses -= 1;
      if (pauses === 0) return day;
    }
    return undefined;
  }

  private peek(): HistoryChange | undefined {
    return this.changes[this.next];
  }

  /** Walks one period with what happens in it. */
  private walkPeriod(priceDays: number, planned: number, isTrial: boolean): void {
    const period: Period = {
      from: this.day,
      to: planned,
      servedUntil: planned,
      priceDays,
      dayOfMonth: isTrial ? anchorAt(planned).dayOfMonth : this.anchor.dayOfMonth,
      isTrial,
      isPaused: false,
      pieces: [],
      pauses: [],
    };
    this.periods.push(period);
    const days = planned - this.day;
    let at = 0;
    let paused = 0;
    const close = (until: number) => {
      if (until > at) period.pieces.push({ terms: this.terms, at, until });
      at = until;
    };
    // A pause from the first day of the next period on is of this one: that period begins where the pause ends.
    const isOfIt = ({ day, kind }: HistoryChange) =>
      day < period.to || (day === period.to && kind === 'pause');
    for (let change = this.peek(); change && isOfIt(change); change = this.peek()) {
      const now = change.day - period.from - paused;
      this.next += 1;
      if (change.kind === 'renew_as') this.nextTerms = change.terms;
      else if (change.kind === 'billing_day') this.nextDay = change.dayOfMonth;
      else if (change.kind === 'switch') {
        this.nextTerms = undefined;
        const isCut = !isTrial && change.terms.months !== this.terms.months;
        if (isTrial) at = 0;
        else close(now);
        this.terms = change.terms;
        if (isCut) {
          period.to = change.day;
          period.servedUntil = change.day;
          this.day = change.day;
          this.anchor = anchorAt(change.day);
          return;
        }
      } else if (change.kind === 'resume') this.pauses -= 1;
      else if (change.kind === 'pause') {
        this.pauses += 1;
        // Its days are those of the pause within which it begins.
        if (this.pauses > 1) continue;
        const resumed = this.resumeDay();
        const back = resumed ?? Math.max(this.before, change.day);
        period.isPaused = resumed === undefined;
        if (back > change.day) period.pauses.push({ at: now, days: back - change.day });
        paused += back - change.day;
        period.to = planned + paused;
        period.servedUntil = period.to;
        // Days that come back move every later period.
        if (back > change.day) this.anchor = anchorAt(period.to);
        period.dayOfMonth = this.anchor.dayOfMonth;
      } else if (change.kind === 'end') {
        period.servedUntil = change.day;
        this.isOver = true;
        break;
      }
    }
    close(days);
    this.day = period.to;
  }
}

/** Whether a period leads to another billing day: it is not for as many days as its price. */
export const isPart = ({ pieces, priceDays }: Period): boolean => pieces.at(-1)?.until !== priceDays;

/** The part of a price that some days cost. Parts that follow each other add up to the whole price, to the cent. */
export function shareCents(cents: number, priceDays: number, at: number, until: number): number {
  const upTo = (day: number) => Math.floor((cents * day * 2 + priceDays) / (priceDays * 2));
  return upTo(until) - upTo(at);
}

/** Price of a period by its history, in cents. */
export const dueCents = ({ isTrial, pieces, priceDays }: Period): number =>
  isTrial
    ? 0
    : pieces.reduce((sum, { terms, at, until }) => sum + shareCents(terms.cents, priceDays, at, until), 0);

/** A line that is due. `takes`: for credited days, the invoiced line that charged them. */
export type DueLine<L extends PeriodLine = PeriodLine> = PeriodLine & { takes?: L };

/** Days of a period at one price that are charged (1) or given back (-1). `invoiced`: they were, with the other sign. */
interface Covered<L> {
  terms: Terms;
  priceDays: number;
  at: number;
  until: number;
  sign: 1 | -1;
  invoiced?: L;
}

/**
 * Lines that bring the invoiced amount of a period to its price: days not yet charged, and days to credit
 * because their terms changed. None when all is invoiced. Their sum is the due amount less the invoiced one, in
 * the order of invoices.
 */
export function linesDue<L extends PeriodLine>(period: Period, invoiced: readonly L[]): DueLine<L>[] {
  const wanted = period.isTrial ? [] : period.pieces;
  const covered: Covered<L>[] = [
    ...wanted.map((piece) => ({ ...piece, priceDays: period.priceDays, sign: 1 as const })),
    // Earlier charges are subtracted. Earlier credits are charged again where the days are due.
    ...invoiced.map((line) => ({
      ...line,
      sign: line.sign === 1 ? (-1 as const) : (1 as const),
      invoiced: line,
    })),
  ];
  const byPrice = new Map<string, Covered<L>[]>();
  for (const own of covered) {
    const key = `${own.terms.priceId} ${own.terms.cents} ${own.priceDays}`;
    byPrice.set(key, [...(byPrice.get(key) ?? []), own]);
  }
  return [...byPrice.values()]
    .flatMap((own) => linesOfPrice(period.from, own))
    .sort((a, b) => a.sign - b.sign || a.at - b.at);
}

/**
 * Days at one price whose signs do not sum to 0, as lines. Credited days have one line for each line that
 * charged them.
 */
function linesOfPrice<L extends PeriodLine>(periodFrom: number, covered: Covered<L>[]): DueLine<L>[] {
  const [{ terms, priceDays } = { terms: undefined, priceDays: 0 }] = covered;
  if (!terms) return [];
  const edges = [...new Set(covered.flatMap(({ at, until }) => [at, until]))].sort((a, b) => a - b);
  const lines: DueLine<L>[] = [];
  for (const [index, at] of edges.entries()) {
    const until = edges[index + 1];
    if (until === undefined) break;
    const here = covered.filter((own) => own.at <= at && own.until >= until);
    const sum = here.reduce((all, own) => all + own.sign, 0);
    if (sum === 0) continue;
    const sign = sum > 0 ? 1 : -1;
    const takes = sign === -1 ? chargedLast(here.flatMap(({ invoiced }) => invoiced ?? [])) : undefined;
    const amountCents = sign * shareCents(terms.cents, priceDays, at, until);
    const last = lines.at(-1);
    if (last && last.until === at && last.sign === sign && last.takes === takes) {
      last.until = until;
      last.amountCents += amountCents;
    } else
      lines.push({ periodFrom, terms, at, until, priceDays, sign, amountCents, ...(takes ? { takes } : {}) });
  }
  return lines;
}

/** Of lines for the same days, in order, the charge that none of the others has given back. */
function chargedLast<L extends PeriodLine>(invoiced: readonly L[]): L | undefined {
  const charged: L[] = [];
  for (const line of invoiced) {
    if (line.sign === 1) charged.push(line);
    else charged.pop();
  }
  return charged.at(-1);
}

/** The day on which a day of service falls, counted within its period as `Piece` does. */
export const calendarDay = ({ from, pauses }: Pick<Period, 'from' | 'pauses'>, at: number): number =>
  pauses.reduce((day, pause) => (pause.at <= at ? day + pause.days : day), from + at);
