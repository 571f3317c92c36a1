/** Error responses: the only place that knows HTTP statuses. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorBody, type ErrorCode, errorTable, type Locale } from '../../contract/errors.ts';
import {
  type FieldProblem,
  fieldText,
  fill,
  type ValidationMessage,
  type Values,
  validationMessages,
} from '../../contract/messages.ts';
import { CallError } from '../errors.ts';
import { errorCode, fieldOf } from '../unknown-value.ts';

/** The body of an error answer in one language. */
export function errorBody(code: ErrorCode, locale: Locale, values: Values = {}): ErrorBody {
  return { message: fill(errorTable[code][locale], values), code };
}

/** The same in OAuth's fields. Their texts are ASCII alone (RFC 6749 §5.2), which Korean is not. */
const oauthFields = (code: ErrorCode, values?: Values) => ({
  error: code,
  error_description: errorBody(code, 'en', values).message,
});

/** What zod says of one field; only what the texts need. */
interface Issue {
  code?: string;
  expected?: string;
  input?: unknown;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean;
  exact?: boolean;
  values?: unknown[];
  format?: string;
  pattern?: string;
  message?: string | undefined;
  path?: PropertyKey[];
  keys?: string[];
}

/** What zod measures, as the rules' names say it. */
const measured: Partial<Record<string, 'text' | 'items'>> = { string: 'text', array: 'items', set: 'items' };

const byType: Partial<Record<string, ValidationMessage>> = {
  string: 'string',
  number: 'numeric',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  date: 'date',
};

const byFormat: Partial<Record<string, ValidationMessage>> = {
  email: 'email',
  uuid: 'uuid',
  date: 'date',
  datetime: 'date',
  url: 'url',
  ipv4: 'ip',
  ipv6: 'ip',
  json_string: 'json',
};

/** A schema that needs a more specific text names a message of the table instead of zod's own. */
const isOurs = (message = ''): message is ValidationMessage => Object.hasOwn(validationMessages, message);

function issueMessage(issue: Issue, given: unknown): FieldProblem {
  const isMissing = given === undefined || given === null || given === '';
  const said = (message: ValidationMessage, values: Values = {}) => ({ message, values });
  const of = measured[issue.origin ?? ''] ?? 'number';
  switch (issue.code) {
    case 'invalid_type':
      return said(isMissing ? 'required' : (byType[issue.expected ?? ''] ?? 'object'));
    case 'too_small': {
      const min = Number(issue.minimum);
      if (of === 'text' && (min <= 1 || isMissing)) return said('required');
      if (issue.exact) return said(`size_${of}`, { size: min });
      return issue.inclusive === false ? said('gt_number', { value: min }) : said(`min_${of}`, { min });
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      if (issue.exact) return said(`size_${of}`, { size: max });
      return issue.inclusive === false ? said('lt_number', { value: max }) : said(`max_${of}`, { max });
    }
    case 'invalid_format': {
      if (isMissing) return said('required');
      if (isOurs(issue.message)) return said(issue.message);
      // A pattern of `digitsPattern`, as zod reports it: the text names the number of digits.
      const digits = /^\/\^\\d\{(\d+)\}\$\/$/.exec(issue.pattern ?? '')?.[1];
      return digits ? said('digits', { digits }) : said(byFormat[issue.format ?? ''] ?? 'regex');
    }
    case 'invalid_value':
      if (issue.values?.length === 1 && issue.values[0] === true) return said('accepted');
      return said(isMissing ? 'required' : 'in');
    case 'invalid_union':
      return said(isMissing ? 'required' : 'in');
    case 'unrecognized_keys':
      return said('unknown_key');
    default:
      return said('regex');
  }
}

function valueAt(root: unknown, path: string[]): unknown {
  return path.reduce<unknown>(fieldOf, root);
}

/** A query took longer than its pool allows (`statement_timeout`). */
const queryCanceled = '57014';

/** Whether the database cannot be reached, is shutting down, or has no free connection: a retry soon helps. */
function isDatabaseAway(error: Error): boolean {
  return (
    fieldOf(error, 'syscall') === 'connect' ||
    ['57P01', '57P02', '57P03', '53300', queryCanceled].includes(errorCode(error) ?? '') ||
    /^timeout exceeded when trying to connect|^Connection terminated/.test(error.message)
  );
}

/** The fields by which public calls name the thing that they are about. */
const idFields = new Set(['id', 'subId', 'row_id', 'playListId', 'slug']);

/**
 * Whether a field that names a thing cannot be its id: to the caller the thing is not found, like any other that does not exist.
 */
function namesNothing(context: unknown, root: unknown, [field = '', ...rest]: string[]): boolean {
  if (context === 'body' || rest.length > 0 || !idFields.has(field)) return false;
  const given = valueAt(root, [field]);
  return typeof given === 'string' && given !== '';
}

/** When to try again after a 503, in seconds: overload and a restarting database both pass within moments. */
const retryAfterSeconds = 5;

/** Answers any thrown error in the request's language. Unknown errors are logged and answered as `internal`. */
export function answerError(
  error: FastifyError | CallError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { locale } = request;
  const oauth = request.routeOptions?.config.call?.oauth;
  const invalid = oauth ? 'invalid_request' : 'invalid';
  const bodyOf = (code: ErrorCode, values?: Values): ErrorBody => ({
    ...errorBody(code, locale, values),
    ...(oauth ? oauthFields(code, values) : {}),
  });
  // Without the query: it may contain a token or a search.
  const path = request.url.split('?', 1)[0];
  reply.header('cache-control', 'no-store');
  const answer = (code: ErrorCode, body: ErrorBody, seconds?: number | string) => {
    const { status } = errorTable[code];
    const retryAfter = seconds ?? (status === 503 ? retryAfterSeconds : undefined);
    if (retryAfter) reply.header('retry-after', String(retryAfter));
    return reply.status(status).send(body);
  };
  if (error instanceof CallError) {
    if (error.suspicious) {
      const { caller, ip: address, method } = request;
      const who = { staff: caller?.staff?.id, user: caller?.user?.id };
      request.log.warn({ code: error.code, method, url: path, address, ...who }, 'request refused');
    }
    const code = error.code === 'invalid' ? invalid : error.code;
    const body = bodyOf(code, error.values);
    const fields = Object.entries(error.fields);
    if (fields.length > 0) {
      body.errors = Object.fromEntries(
        fields.map(([field, list]) => [
          field,
          list.map(({ message, values }) => fieldText(field, message, locale, values)),
        ]),
      );
    }
    return answer(code, body, error.values.seconds);
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const context = fieldOf(error, 'validationContext');
    const root = context === 'body' ? request.body : context === 'params' ? request.params : request.query;
    const fields = error.validation.map(({ instancePath }) => instancePath.split('/').filter(Boolean));
    if (
      request.routeOptions?.config.call?.who === 'anyone' &&
      fields.some((path) => namesNothing(context, root, path))
    )
      return answer('not_found', bodyOf('not_found'));
    const errors: Record<string, string[]> = {};
    for (const validation of error.validation) {
      const issue: Issue = { ...validation.params, code: validation.keyword, message: validation.message };
      const path = validation.instancePath.split('/').filter(Boolean);
      const { message, values } = issueMessage(issue, valueAt(root, path));
      const field = path.join('.') || issue.keys?.[0] || 'body';
      errors[field] = [...(errors[field] ?? []), fieldText(field, message, locale, values)];
    }
    return reply.status(errorTable[invalid].status).send({ ...bodyOf(invalid), errors });
  }
  // The query builder's own error contains the query's values: password hashes, addresses. Its cause does not.
  const cause = error.cause instanceof Error ? error.cause : error;
  const given = fieldOf(error, 'statusCode');
  const status = typeof given === 'number' ? given : isDatabaseAway(cause) ? 503 : 500;
  const byStatus: Partial<Record<number, ErrorCode>> = {
    400: 'bad_request',
    404: 'not_found',
    408: 'request_timeout',
    413: 'too_large',
    415: 'unsupported_media',
    503: 'unavailable',
  };
  const code = byStatus[status] ?? (status < 500 ? 'bad_request' : 'internal');
  if (status >= 500) request.log.error({ err: cause, url: path }, 'request failed');
  return answer(code, bodyOf(code));
}
