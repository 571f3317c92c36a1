/** Failing: what a service throws when it refuses. `http/errors.ts` answers it. */
import type { ErrorCode } from '../contract/errors.ts';
import type { FieldProblem, ValidationMessage, Values } from '../contract/messages.ts';

/** A failure with a code of the contract's table. `values` fill the text's `:names`. */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: ErrorCode;
  readonly values: Values;
  readonly fields: Record<string, FieldProblem[]>;
  /** Only an intruder or a guesser causes this refusal: it is logged. */
  suspicious: boolean;
  /** The request has waited for its turn before it was refused. */
  hasWaited = false;

  constructor(code: ErrorCode, values: Values = {}, fields: CallError['fields'] = {}) {
    // It becomes an answer, so the stack is never read; capturing one costs more than the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.values = values;
    this.fields = fields;
    this.suspicious = code === 'not_permitted';
  }
}

/** Throws the error of that code. `failAmount` throws that an amount has changed. */
export function fail(code: ErrorCode, values?: Values): never {
  throw new CallError(code, values);
}

/** Throws that something comes to another amount than was confirmed, with what it comes to now. */
export function failAmount(totalCents: number): never {
  throw new CallError('amount_changed', { total_cents: totalCents });
}

/** Throws a 422 that names one field. */
export function failField(field: string, message: ValidationMessage, values: Values = {}): never {
  throw new CallError('invalid', {}, { [field]: [{ message, values }] });
}
