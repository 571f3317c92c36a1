/** Error responses: the only place that knows HTTP statuses. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorBody, type ErrorCode, errorTable, type Locale } from '../../contract/errors.ts';
import { fieldText, fill, type Values } from '../../contract/messages.ts';
import { isConnectionLost } from '../db/lost-connection.ts';
import { tooManyOf } from '../db/refusal.ts';
import { CallError } from '../errors.ts';
import { type Issue, issueMessage, valueAt } from '../field-problems.ts';
import { errorCode, fieldOf } from '../unknown-value.ts';

/** The body of an error answer in one language. */
export function errorBody(code: ErrorCode, locale: Locale, values: Values = {}): ErrorBody {
  const body: ErrorBody = { message: fill(errorTable[code][locale], values), code };
  if (code === 'amount_changed' && typeof values.total_cents === 'number')
    body.total_cents = values.total_cents;
  return body;
}

/** The same in OAuth's fields. Their texts are ASCII alone (RFC 6749 §5.2), which Korean is not. */
const oauthFields = (code: ErrorCode, values?: Values) => ({
  error: code,
  error_description: errorBody(code, 'en', values).message,
});

/** A query took longer than its pool allows (`statement_timeout`). */
const queryCanceled = '57014';

/** A lock was not given in time (`lock_timeout`). */
const lockNotAvailable = '55P03';

/** Whether the database cannot be reached or did not answer in time: a retry soon helps. */
const isDatabaseAway = (error: Error): boolean =>
  isConnectionLost(error) || [queryCanceled, lockNotAvailable].includes(errorCode(error) ?? '');

/** Whether the disk of the files or of the database (53100) is full. */
const isDiskFull = (error: Error) => ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '');

/** A full disk fails many requests. The log gets one line in this time, so that it does not fill the disk itself. */
const diskFullLogMs = 60_000;
/** Server → time of its last line about a full disk. */
const diskFullLogged = new WeakMap<object, number>();

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
  const tooMany = tooManyOf(error);
  if (tooMany) {
    const body = bodyOf('too_many_people', { max: tooMany.most });
    return answer('too_many_people', { ...body, errors: { [tooMany.field]: [body.message] } });
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
  if (isDiskFull(cause)) {
    const now = performance.now();
    if (now - (diskFullLogged.get(request.server) ?? Number.NEGATIVE_INFINITY) >= diskFullLogMs) {
      diskFullLogged.set(request.server, now);
      request.log.error({ err: cause, url: path }, 'the disk is full');
    }
    const code = request.caller?.staff ? 'disk_full' : 'unavailable';
    return answer(code, bodyOf(code));
  }
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
