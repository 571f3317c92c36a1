/** Stripe Tax: calculations, and transactions that record a sale or take one back. */
import type { Stripe } from 'stripe';
import {
  type Answer,
  type Call,
  cents,
  get,
  type Handler,
  invalid,
  metadataOf,
  refuseUnknown,
  required,
  text,
} from './call.ts';
import { type Form, listOf } from './forms.ts';
import { newId } from './store.ts';
import { type Address, taxesAt, taxOf } from './tax-places.ts';

type Calculation = Stripe.Tax.Calculation & { id: string };
type CalculationLine = Stripe.Tax.CalculationLineItem;
type Transaction = Stripe.Tax.Transaction;
type TransactionLine = Stripe.Tax.TransactionLineItem;
/** Kept beside the object: they are shown where they are expanded alone. */
interface Lines<T> {
  lines: T[];
}

const daySeconds = 86_400;
const maxDateSeconds = 31 * daySeconds;
const keptSeconds = 90 * daySeconds;
const maxLines = 100;
const codes = ['txcd_10402000', 'txcd_10402200'];

const formsOf = (value: Form[string]): Form[] =>
  typeof value === 'object' ? Object.values(value).filter((own) => typeof own === 'object') : [];

const listed = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url });

function secondsOf(params: Form, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,11}$/.test(value)) throw invalid(`Invalid timestamp: ${name}`, { param: name });
  return Number(value);
}

function addressOf(params: Form): { address: Stripe.Address; place: Address } {
  const { customer_details: details } = params;
  if (typeof details !== 'object' || typeof details.address !== 'object')
    throw invalid('Missing required param: customer_details[address].', {
      code: 'parameter_missing',
      param: 'customer_details[address]',
    });
  refuseUnknown(details, ['address', 'address_source']);
  if (text(details, 'address_source') !== 'billing')
    throw invalid('Invalid customer_details[address_source]: the simulated gateway takes billing alone.', {
      param: 'customer_details[address_source]',
    });
  const given = details.address;
  refuseUnknown(given, ['line1', 'line2', 'city', 'state', 'postal_code', 'country']);
  const country = required(given, 'country');
  const part = (name: string) => text(given, name) || null;
  const address = {
    line1: part('line1'),
    line2: part('line2'),
    city: part('city'),
    state: part('state'),
    postal_code: part('postal_code'),
    country,
  };
  return {
    address: address as Stripe.Address,
    place: { country, state: address.state ?? '', postalCode: address.postal_code ?? '' },
  };
}

function lineOf(params: Form, place: Address): CalculationLine {
  refuseUnknown(params, ['amount', 'quantity', 'reference', 'tax_code', 'tax_behavior']);
  const taxes = taxesAt(place);
  if (!taxes)
    throw invalid(
      'We could not determine the customer’s tax location based on the provided customer address.',
      { code: 'customer_tax_location_invalid', param: 'customer_details[address]' },
    );
  const code = required(params, 'tax_code');
  if (!codes.includes(code))
    throw invalid(`No such tax code: '${code.slice(0, 60)}'`, {
      code: 'resource_missing',
      param: 'tax_code',
    });
  if ((text(params, 'tax_behavior') ?? 'exclusive') !== 'exclusive')
    throw invalid('The simulated gateway adds taxes on top alone.', { param: 'tax_behavior' });
  const amount = cents(params, 'amount');
  if (amount < 1) throw invalid('This value must be greater than or equal to 1.', { param: 'amount' });
  const breakdown = taxes.map((tax) => {
    const { amount: own, taxable } = taxOf(amount, tax);
    return {
      amount: own,
      jurisdiction: {
        country: place.country,
        display_name: tax.place,
        level: tax.level,
        state: tax.level === 'country' ? null : place.state,
      },
      sourcing: 'destination' as const,
      tax_rate_details:
        tax.percent === ''
          ? null
          : { display_name: tax.name, percentage_decimal: tax.percent, tax_type: tax.type },
      taxability_reason: tax.reason,
      taxable_amount: taxable,
    };
  });
  return {
    id: newId('tax_li'),
    object: 'tax.calculation_line_item',
    amount,
    amount_tax: breakdown.reduce((sum, own) => sum + own.amount, 0),
    livemode: false,
    metadata: null,
    performance_location: null,
    product: null,
    quantity: Number(text(params, 'quantity') ?? 1),
    reference: text(params, 'reference') ?? newId('L'),
    tax_behavior: 'exclusive',
    tax_breakdown: breakdown,
    tax_code: code,
  };
}

/** Of all lines, by tax. */
function breakdownOf(lines: CalculationLine[]): Calculation['tax_breakdown'] {
  const all = new Map<string, Calculation['tax_breakdown'][number]>();
  for (const { jurisdiction, tax_rate_details: rate, ...own } of lines.flatMap(
    ({ tax_breakdown: taxes }) => taxes ?? [],
  )) {
    const key = JSON.stringify([jurisdiction, rate, own.taxability_reason]);
    const sum = all.get(key);
    all.set(key, {
      amount: (sum?.amount ?? 0) + own.amount,
      inclusive: false,
      tax_rate_details: {
        country: jurisdiction.country,
        flat_amount: null,
        percentage_decimal: rate?.percentage_decimal ?? '0.0',
        rate_type: rate ? 'percentage' : null,
        state: jurisdiction.state,
        tax_type: rate?.tax_type ?? null,
      },
      taxability_reason: own.taxability_reason,
      taxable_amount: (sum?.taxable_amount ?? 0) + own.taxable_amount,
    });
  }
  return [...all.values()];
}

/** The lines of a calculation, as far as they were asked for. */
function expanded(call: Call, body: Calculation, lines: CalculationLine[]): object {
  const asked = listOf(call.params.expand);
  if (!asked.some((path) => path.split('.')[0] === 'line_items')) return body;
  const hasTaxes = asked.includes('line_items.data.tax_breakdown');
  const url = `/v1/tax/calculations/${body.id}/line_items`;
  return {
    ...body,
    line_items: listed(
      lines.map((line) => shown(line, hasTaxes)),
      url,
    ),
  };
}

function shown(line: CalculationLine, hasTaxes: boolean): CalculationLine {
  if (hasTaxes) return line;
  const { tax_breakdown: _, ...rest } = line;
  return rest;
}

async function calculate(call: Call): Promise<Answer> {
  const { params, store } = call;
  refuseUnknown(params, ['currency', 'customer_details', 'line_items', 'tax_date']);
  if (required(params, 'currency') !== 'usd')
    throw invalid('Invalid currency: the simulated gateway takes usd alone.', { param: 'currency' });
  const { address, place } = addressOf(params);
  const given = formsOf(params.line_items);
  if (given.length === 0)
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' });
  if (given.length > maxLines)
    throw invalid(`Array line_items exceeded maximum ${maxLines} allowed elements.`, { param: 'line_items' });
  const date = secondsOf(params, 'tax_date') ?? store.now;
  if (Math.abs(date - store.now) > maxDateSeconds)
    throw invalid('tax_date must be within 31 days of the current date.', { param: 'tax_date' });
  const lines = given.map((line) => lineOf(line, place));
  if (new Set(lines.map(({ reference }) => reference)).size < lines.length)
    throw invalid('Line item references must be unique.', { param: 'line_items' });
  const tax = lines.reduce((sum, line) => sum + line.amount_tax, 0);
  const body: Calculation = {
    id: newId('taxcalc'),
    object: 'tax.calculation',
    amount_total: lines.reduce((sum, line) => sum + line.amount, 0) + tax,
    currency: 'usd',
    customer: null,
    customer_details: {
      address,
      address_source: 'billing',
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: store.now + keptSeconds,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: breakdownOf(lines),
    tax_date: date,
  };
  await store.insert(body, { lines });
  return { status: 200, body: expanded(call, body, lines) };
}

async function readCalculation({ store, id }: Call, given = id) {
  const row = await get<Calculation, Lines<CalculationLine>>(store, 'tax.calculation', given);
  if ((row.body.expires_at ?? 0) <= store.now)
    throw invalid(`No such tax calculation: '${given.slice(0, 60)}'`, { code: 'resource_missing' }, 404);
  return row;
}

async function refuseReference({ store }: Call, reference: string): Promise<void> {
  const { data } = await store.list('tax.transaction', { limit: 1, equals: { reference } });
  if (data.length > 0)
    throw invalid(`A transaction with the reference '${reference.slice(0, 60)}' already exists.`, {
      code: 'resource_already_exists',
      param: 'reference',
    });
}

function answered(call: Call, body: Transaction, lines: TransactionLine[]): Answer {
  const isAsked = listOf(call.params.expand).includes('line_items');
  const url = `/v1/tax/transactions/${body.id}/line_items`;
  return { status: 200, body: isAsked ? { ...body, line_items: listed(lines, url) } : body };
}

async function record(call: Call): Promise<Answer> {
  const { params, store } = call;
  refuseUnknown(params, ['calculation', 'reference', 'posted_at', 'metadata']);
  const { body: calculation, own } = await readCalculation(call, required(params, 'calculation'));
  const reference = required(params, 'reference');
  await refuseReference(call, reference);
  const postedAt = secondsOf(params, 'posted_at') ?? store.now;
  const isAhead = calculation.tax_date > store.now;
  if (!isAhead && (postedAt < calculation.tax_date || postedAt > store.now))
    throw invalid('posted_at must be between the tax_date and the current time.', { param: 'posted_at' });
  const lines = own.lines.map(
    ({ amount, amount_tax, quantity, reference: of, tax_code }): TransactionLine => ({
      id: newId('tax_li'),
      object: 'tax.transaction_line_item',
      amount,
      amount_tax,
      livemode: false,
      metadata: null,
      product: null,
      quantity,
      reference: of,
      reversal: null,
      tax_behavior: 'exclusive',
      tax_code,
      type: 'transaction',
    }),
  );
  const body: Transaction = {
    id: newId('tax'),
    object: 'tax.transaction',
    created: store.now,
    currency: 'usd',
    customer: null,
    customer_details: calculation.customer_details as Transaction['customer_details'],
    livemode: false,
    metadata: metadataOf(params),
    posted_at: postedAt,
    reference,
    reversal: null,
    ship_from_details: null,
    shipping_cost: null,
    tax_date: calculation.tax_date,
    type: 'transaction',
  };
  await store.insert(body, { lines });
  return answered(call, body, lines);
}

const totalOf = (lines: TransactionLine[]) =>
  lines.reduce((sum, { amount, amount_tax: tax }) => sum + amount + tax, 0);

interface Reversed extends Lines<TransactionLine> {
  /** What was taken back of it, below 0, by line. */
  back?: Record<string, { amount: number; tax: number }>;
}

async function reverse(call: Call): Promise<Answer> {
  const { params, store } = call;
  refuseUnknown(params, ['mode', 'original_transaction', 'reference', 'flat_amount', 'metadata']);
  const mode = required(params, 'mode');
  if (mode !== 'full' && mode !== 'partial')
    throw invalid('Invalid mode: must be one of full or partial', { param: 'mode' });
  const id = required(params, 'original_transaction');
  const row = await get<Transaction, Reversed>(store, 'tax.transaction', id);
  if (row.body.type !== 'transaction')
    throw invalid('A reversal cannot be reversed.', { param: 'original_transaction' });
  const reference = required(params, 'reference');
  await refuseReference(call, reference);
  const { lines, back = {} } = row.own;
  const left = lines.map((line) => ({
    ...line,
    amount: line.amount + (back[line.id]?.amount ?? 0),
    amount_tax: line.amount_tax + (back[line.id]?.tax ?? 0),
  }));
  const total = totalOf(left);
  if (mode === 'full' && Object.keys(back).length > 0)
    throw invalid('The transaction was reversed in part already.', { param: 'original_transaction' });
  if (mode === 'full' && params.flat_amount !== undefined)
    throw invalid('flat_amount is for partial reversals alone.', { param: 'flat_amount' });
  const given = mode === 'full' ? String(-total) : required(params, 'flat_amount');
  if (!/^-\d{1,8}$/.test(given)) throw invalid('flat_amount must be negative.', { param: 'flat_amount' });
  const flat = -Number(given);
  if (flat > total)
    throw invalid('The amount is more than is left of the original transaction.', { param: 'flat_amount' });
  let seen = 0;
  let seenTotal = 0;
  const reversed = left.map((line): TransactionLine => {
    const upTo = (sum: number) => (total === 0 ? 0 : Math.round((flat * sum) / total));
    const own = line.amount + line.amount_tax;
    seenTotal += own;
    const share = upTo(seenTotal) - seen;
    seen += share;
    const tax = own === 0 ? 0 : Math.round((share * line.amount_tax) / own);
    back[line.id] = {
      amount: (back[line.id]?.amount ?? 0) - (share - tax),
      tax: (back[line.id]?.tax ?? 0) - tax,
    };
    return {
      ...line,
      id: newId('tax_li'),
      amount: -(share - tax),
      amount_tax: -tax,
      reference: `${line.reference}-${reference}`.slice(0, 200),
      reversal: { original_line_item: line.id },
      type: 'reversal',
    };
  });
  await store.save({ body: row.body, own: { lines, back } });
  const body: Transaction = {
    ...row.body,
    id: newId('tax'),
    created: store.now,
    metadata: metadataOf(params),
    posted_at: store.now,
    reference,
    reversal: { original_transaction: id },
    type: 'reversal',
  };
  await store.insert(body, { lines: reversed });
  return answered(call, body, reversed);
}

/** Method and path → what answers. */
export const taxHandlers: Record<string, Handler> = {
  'POST /v1/tax/calculations': calculate,
  'GET /v1/tax/calculations/:': async (call) => {
    const { body, own } = await readCalculation(call);
    return { status: 200, body: expanded(call, body, own.lines) };
  },
  'GET /v1/tax/calculations/:/line_items': async (call) => {
    const { body, own } = await readCalculation(call);
    const hasTaxes = listOf(call.params.expand).includes('data.tax_breakdown');
    const lines = own.lines.map((line) => shown(line, hasTaxes));
    return { status: 200, body: listed(lines, `/v1/tax/calculations/${body.id}/line_items`) };
  },
  'POST /v1/tax/transactions/create_from_calculation': record,
  'POST /v1/tax/transactions/create_reversal': reverse,
  'GET /v1/tax/transactions/:': async (call) => {
    const { body, own } = await get<Transaction, Lines<TransactionLine>>(
      call.store,
      'tax.transaction',
      call.id,
    );
    return answered(call, body, own.lines);
  },
};
