/** A call of the API: what it brings, how its parameters are read, and refusals with Stripe's words. */
import type { Form } from './forms.ts';
import type * as make from './objects.ts';
import type { Store, Thing } from './store.ts';

/** A refusal with Stripe's words. `isKept`: the same call again is answered the same. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; message: string; code?: string; param?: string; [more: string]: unknown },
    readonly isKept = false,
  ) {
    super(body.message);
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new ApiError(status, { type: 'invalid_request_error', message, ...more });
export const missing = (what: string, id: string) =>
  invalid(`No such ${what}: '${id.slice(0, 60)}'`, { code: 'resource_missing', param: 'id' }, 404);

export interface Answer {
  status: number;
  body: unknown;
}

export interface Call {
  store: Store;
  params: Form;
  id: string;
  idempotencyKey: string | null;
  version: string;
  /** Seeds fingerprints of cards. */
  secret: string;
  /** Where pages of the simulator are. */
  origin: string;
  /** The secret of one object, where the caller is a browser. */
  clientSecret: string | undefined;
}

export type Handler = (call: Call) => Promise<Answer>;

/** `isPublic`: may be called by a browser, by its object's own secret. */
export interface Route {
  handler: Handler;
  isPublic?: true;
}

const maxText = 500;

export function text(params: Form, name: string): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalid(`Invalid string: ${name}`, { param: name });
  if (value.length > maxText) throw invalid(`Invalid string: ${name} is too long`, { param: name });
  return value;
}

export function required(params: Form, name: string): string {
  const value = text(params, name);
  if (!value) throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return value;
}

/** Whole cents: decimals are refused, as Stripe does. */
export function cents(params: Form, name: string): number {
  const value = required(params, name);
  if (!/^\d{1,8}$/.test(value))
    throw invalid(`Invalid integer: ${value.slice(0, 40)}`, {
      code: 'parameter_invalid_integer',
      param: name,
    });
  return Number(value);
}

export function metadataOf(params: Form): make.Metadata {
  const { metadata } = params;
  if (typeof metadata !== 'object') return {};
  const entries = Object.entries(metadata).filter(
    (own): own is [string, string] => typeof own[1] === 'string',
  );
  if (entries.length > 50) throw invalid('Metadata can have at most 50 keys.', { param: 'metadata' });
  return Object.fromEntries(entries);
}

export function refuseUnknown(params: Form, known: string[]): void {
  const strange = Object.keys(params).find(
    (name) => ![...known, 'expand', 'key', 'client_secret'].includes(name),
  );
  if (strange !== undefined)
    throw invalid(`Received unknown parameter: ${strange.slice(0, 60)}`, {
      code: 'parameter_unknown',
      param: strange,
    });
}

export async function get<T extends Omit<Thing, 'created'>, O = Record<string, unknown>>(
  store: Store,
  object: T['object'],
  id: string,
) {
  const row = await store.find<T, O>(object, id);
  if (!row) throw missing(object, id);
  return row;
}

export const emit = ({ store, idempotencyKey, version }: Call, type: string, object: unknown) =>
  store.emit(type, object, idempotencyKey, version);
