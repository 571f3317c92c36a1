/** Failing: what a service throws when it refuses. `http/errors.ts` answers it. */
import type { ErrorCode } from '../contract/errors.ts';
import type { FieldProblem, ValidationMessage, Values } from '../contract/messages.ts';

/** A failure with a code of the contract's table. `values` fill the text's `:names`. */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: ErrorCode;
  readonly values: Values;
  readonly fields: Record<string, FieldProblem[]>;
  /** It refuses what only somebody who should not be here, or goes on guessing, asks for: worth a line of the log. */
  suspicious: boolean;
  /** Whoever is refused has waited for it already. */
  hasWaited = false;

  constructor(code: ErrorCode, values: Values = {}, fields: CallError['fields'] = {}) {
    // It is an answer: nobody reads where it was thrown, and finding that out takes longer than the rest of it.
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

/** Throws the error of that code. */
export function fail(code: ErrorCode, values?: Values): never {
  throw new CallError(code, values);
}

/** Throws a 422 that names one field. */
export function failField(field: string, message: ValidationMessage, values: Values = {}): never {
  throw new CallError('invalid', {}, { [field]: [{ message, values }] });
}
