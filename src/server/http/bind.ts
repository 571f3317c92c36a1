/**
 * Binds the contract's calls to functions. A module exports one handler for each call of its tables; a missing or misnamed one
 * does not compile. Authorisation, language, validation, caching and compression happen here.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { hasHidden, withoutHidden } from '../../contract/admin/field-groups.ts';
import type { CallDefinition, CallTable, CallTypes } from '../../contract/call.ts';
import { type ErrorCode, errorTable, type Locale } from '../../contract/errors.ts';
import { type CachedResponse, type CacheTag, encodeResponse, personalise } from '../cache/response-cache.ts';
import type { Context } from '../context.ts';
import { isId } from '../db/columns.ts';
import { unstorable } from '../db/unstorable.ts';
import { fail, failField } from '../errors.ts';
import { must } from '../must.ts';
import type { Asker, BuildKind } from '../security/build-budget.ts';
import { networkOf } from '../security/network.ts';
import { fieldOf } from '../unknown-value.ts';
import { maxBodyBytes, maxFileBytes } from './bodies.ts';
import { audienceKey, type Caller, type Viewer } from './caller.ts';
import { internalCountry } from './internal.ts';

const zip = promisify(gzip);
/**
 * For a response to a single client: a fifth of the time of gzip at its quickest, and 5 % more bytes. Synchronous, because
 * handing it to another thread takes as long; in one piece, because pieces are joined by copying.
 */
const quickest = { chunkSize: 32 * 1024, params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };

export interface Identify {
  /** The caller of a viewer's bearer token; a guest when there is none or its session has ended. */
  viewer(token: string | undefined, profileId: string | undefined, country: string): Promise<Caller>;
  /** The caller of a staff bearer token. */
  staff(token: string | undefined): Promise<Caller>;
}

type Received<D extends CallDefinition> = {
  params: CallTypes<D>['received']['params'];
  query: CallTypes<D>['received']['query'];
  body: D['body'] extends 'bytes' ? Readable : CallTypes<D>['received']['body'];
  locale: Locale;
};

type CallRequest<D extends CallDefinition> = Received<D> & {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The input of the build of a cached response: never the individual caller. */
export type SharedRequest<D extends CallDefinition> = Received<D> & { viewer: Viewer };

interface SharedHandler<D extends CallDefinition> {
  tag: CacheTag;
  /** The gate of its builds. */
  kind?: BuildKind;
  /** Builds the response for everyone of one audience. */
  build(request: SharedRequest<D>): Promise<CallTypes<D>['answer']>;
  /** For a profile: adds its facts to a copy of the shared response, instead of filling them into the places in the cards. */
  personal?(
    request: SharedRequest<D>,
    profileId: string,
    shared: CallTypes<D>['answer'],
  ): Promise<CallTypes<D>['answer']>;
}

type Handler<D extends CallDefinition> = D['cache'] extends 'shared'
  ? SharedHandler<D>
  : (request: CallRequest<D>) => Promise<D['answer'] extends 'bytes' ? FastifyReply : CallTypes<D>['answer']>;

export type Handlers<T extends CallTable> = {
  [K in keyof T]: T[K] extends CallDefinition ? Handler<T[K]> : never;
};

declare module 'fastify' {
  interface FastifyRequest {
    locale: Locale;
    caller: Caller | undefined;
    /** The country of the request, ISO 3166-1 alpha-2. */
    country: string;
    /** Whether the service may be used there. */
    served: boolean;
  }
  interface FastifyContextConfig {
    call?: CallDefinition;
  }
}

/** The bearer token of a request. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined;
}

/** The profile that a call names, where its declaration has it: in its query or in its body. */
function namedProfile(definition: CallDefinition, request: FastifyRequest): string | undefined {
  const from = definition.query && 'profile_id' in definition.query.shape ? request.query : request.body;
  const named = fieldOf(from, 'profile_id');
  return typeof named === 'string' && isId(named) ? named : undefined;
}

/** Refuses text that cannot be stored, naming its field. Runs on validated input, so it is as deep as the contract. */
function refuseUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (unstorable.test(value)) failField(path, 'regex');
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      const at = path ? `${path}.${key}` : key;
      if (unstorable.test(key)) failField(at, 'regex');
      refuseUnstorable(inner, at);
    }
  }
}

/** Account calls are for adults. Calls about a profile itself (`profile` calls) are also for children. */
const isGrownUps = ({ who, forKids }: CallDefinition, path: string) =>
  who === 'user' && !forKids && path.startsWith('/api/account/');

/** Whether the profile that a call may name is in its body. */
const namesProfileInBody = ({ query, body }: CallDefinition): boolean =>
  !(query && 'profile_id' in query.shape) &&
  body !== undefined &&
  body !== 'bytes' &&
  'profile_id' in ((body as z.ZodObject).shape ?? {});

/**
 * Identifies the caller and refuses callers without permission: before the body is read, and again with it where it names a
 * profile.
 */
async function admit(definition: CallDefinition, request: FastifyRequest, identify: Identify): Promise<void> {
  const { who } = definition;
  const token = bearerToken(request);
  if (who === 'staff' || typeof who === 'object') {
    request.caller = await identify.staff(token);
    if (!request.caller.staff) fail('login_required');
    if (typeof who === 'object' && !request.caller.staff.may(who.module, who.action)) fail('not_permitted');
    if (request.caller.staff.contentPartnerId && !definition.scoped) fail('not_permitted');
    return;
  }
  const named = namedProfile(definition, request);
  request.caller = await identify.viewer(token, named, request.country);
  if (who === 'anyone') return;
  if (!request.caller.user) fail('login_required');
  if (isGrownUps(definition, request.routeOptions.url ?? '') && request.caller.user.inKidsProfile)
    fail('kids_profile');
  if (who === 'profile' && named && request.caller.profile?.id !== named.toLowerCase()) fail('not_found');
}

/** Whether a call is for viewers, who may use the service in some countries only. */
const isRegional = ({ who, everywhere }: CallDefinition) =>
  !everywhere && (who === 'anyone' || who === 'user' || who === 'profile');

const refuseRegion = async (request: FastifyRequest) => {
  if (!request.served) fail('region_blocked');
};

/** The `common` error codes that a call of that audience may return at that path, beside its own. */
export function commonErrors(definition: CallDefinition, path = ''): ErrorCode[] {
  // A body can be sent to any call, even one without a body, and with any host name.
  const codes: ErrorCode[] = [
    'bad_request',
    'misdirected',
    'request_timeout',
    'too_large',
    'unsupported_media',
    'internal',
    'unavailable',
  ];
  if (isRegional(definition)) codes.push('region_blocked');
  if (typeof definition.who === 'string' && definition.who !== 'staff')
    codes.push('preview_ended', 'preview_refused');
  if (definition.params || definition.query || definition.body)
    codes.push(definition.oauth ? 'invalid_request' : 'invalid');
  if (definition.who !== 'anyone') codes.push('login_required');
  if (isGrownUps(definition, path)) codes.push('kids_profile');
  if (definition.who === 'profile') codes.push('not_found');
  if (definition.who === 'staff' || typeof definition.who === 'object') codes.push('not_permitted');
  return codes;
}

/** Groups of fields that the caller's role hides. */
const hiddenGroupsOf = ({ caller }: FastifyRequest) => caller?.staff?.hiddenGroups ?? [];

/** `/api/get-notices/{id}` as Fastify writes it. */
const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Registers every call of a table with its handler. Calls that take bytes are registered in a scope without parsers, whatever
 * content type the request declares.
 */
export function bindCalls<const T extends CallTable>(
  app: FastifyInstance,
  context: Context,
  identify: Identify,
  table: T,
  handlers: Handlers<T>,
): void {
  const all = Object.entries<CallDefinition>(table);
  bindTo(
    app,
    context,
    identify,
    all.filter(([, { body }]) => body !== 'bytes'),
    handlers,
  );
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    bindTo(
      raw,
      context,
      identify,
      all.filter(([, { body }]) => body === 'bytes'),
      handlers,
    );
  });
}

function bindTo<const T extends CallTable>(
  app: FastifyInstance,
  context: Context,
  identify: Identify,
  calls: [string, CallDefinition][],
  handlers: Handlers<T>,
): void {
  for (const [key, definition] of calls) {
    const [method = '', path = ''] = key.split(' ');
    const handler = handlers[key as keyof T] as unknown;
    const { params, query, body, answer } = definition;
    const codes = [...new Set([...commonErrors(definition, path), ...definition.errors])];
    const admission = (request: FastifyRequest) => admit(definition, request, identify);
    // When only certain callers may send a body, the caller is identified before the body is read.
    const isAdmittedFirst = body !== undefined && definition.who !== 'anyone';
    app.route({
      method,
      url: fastifyPath(path),
      config: { call: definition },
      schema: {
        summary: definition.summary,
        description: describeAccess(definition, codes),
        tags: [path.startsWith('/api/admin/') ? 'office' : (path.split('/')[2] ?? 'api')],
        ...(definition.who === 'anyone' ? {} : { security: [{ bearer: [] }] }),
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body && body !== 'bytes' ? { body } : {}),
        ...(answer === 'bytes' ? {} : { response: { 200: answer } }),
      },
      bodyLimit: body === 'bytes' ? maxFileBytes : (definition.maxBodyBytes ?? maxBodyBytes),
      onRequest: [
        ...(isRegional(definition) ? [refuseRegion] : []),
        ...(definition.cache === 'shared' ? [answerKnownAddress(context)] : []),
        ...(isAdmittedFirst ? [admission] : []),
      ],
      preValidation: [
        ...(isAdmittedFirst && !namesProfileInBody(definition) ? [] : [admission]),
        // Before validation adds defaults, because a staff member does not send those.
        async (request) => {
          const hidden = hiddenGroupsOf(request);
          if (hidden.length > 0 && body && body !== 'bytes' && hasHidden(hidden, body, request.body))
            fail('not_permitted');
        },
      ],
      preHandler: async (request) => {
        // Only fields of the contract were validated, and only those are read.
        if (params) refuseUnstorable(request.params, '');
        if (query) refuseUnstorable(request.query, '');
        if (body && body !== 'bytes') refuseUnstorable(request.body, '');
      },
      handler:
        definition.cache === 'shared'
          ? sharedRoute(key, definition, context, handler as SharedHandler<CallDefinition>)
          : (request, reply) => {
              reply.header('cache-control', 'no-store');
              const answered = (handler as (r: unknown) => unknown)({
                params: request.params,
                query: request.query,
                body: body === 'bytes' ? request.raw : request.body,
                locale: request.locale,
                caller: request.caller,
                request,
                reply,
              });
              const hidden = hiddenGroupsOf(request);
              if (hidden.length === 0 || answer === 'bytes') return answered;
              return Promise.resolve(answered).then((sent) => {
                // Errors are sent by the usual serializer.
                reply
                  .type('application/json; charset=utf-8')
                  .serializer((own: unknown) =>
                    JSON.stringify(withoutHidden(hidden, answer, answer.parse(own))),
                  );
                return sent;
              });
            },
    });
  }
}

/** The key of a guest's response before anything is parsed: language, country and address. */
const guestAddress = (request: FastifyRequest) => `${request.locale} ${request.country} ${request.url}`;

/** Answers a guest's address that was answered before with the same cached bytes, before parsing and validation. */
const answerKnownAddress = (context: Context) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (request.headers.authorization) return;
  const cached = context.responseCache.findByAddress(guestAddress(request));
  if (cached) return sendCached(request, reply, await cached);
};

function describeAccess(definition: CallDefinition, codes: ErrorCode[]): string {
  const { who } = definition;
  const access = typeof who === 'object' ? `staff with ${who.action} on ${who.module}` : who;
  const errors = codes.map((code) => `${errorTable[code].status} ${code}`).join(', ');
  return `Who may call: ${access}. Cached: ${definition.cache}. Errors: ${errors}.`;
}

/** To whom the building of a response is charged: a household, or a guest's network. */
export function askerOf(request: FastifyRequest, kind: BuildKind = 'answer'): Asker | undefined {
  if (internalCountry(request)) return undefined;
  const user = request.caller?.user;
  return { source: user ? user.householdId : networkOf(request.ip), kind };
}

/** Parameters that callers may send with any call and that do not change the response. */
const withoutEffect = ['profile_id', 'web', 'last_page'];

/** The query in a fixed order, without parameters that do not change the response. */
function queryKey(query: unknown): string {
  return Object.entries(query ?? {})
    .filter(([name, value]) => !withoutEffect.includes(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
}

function sharedRoute(
  key: string,
  definition: CallDefinition,
  context: Context,
  handler: SharedHandler<CallDefinition>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { viewer, profile } = must(request.caller, 'caller');
    const shared = {
      params: request.params,
      query: request.query,
      body: undefined,
      locale: request.locale,
      viewer,
    } as unknown as SharedRequest<CallDefinition>;

    const id = `${key}|${request.locale}|${audienceKey(viewer)}|${queryKey(request.params)}|${queryKey(request.query)}`;
    // Parsing puts the fields in the contract's order, which `encodeResponse` relies on, and drops other fields.
    const build = async () =>
      encodeResponse((definition.answer as z.ZodType).parse(await handler.build(shared)));
    const asker = askerOf(request, handler.kind);
    if (!profile) {
      const cached = await context.responseCache.get(id, handler.tag, build, asker);
      if (!request.headers.authorization) context.responseCache.rememberAddress(guestAddress(request), id);
      return sendCached(request, reply, cached);
    }
    if (handler.personal) {
      const cached = await context.responseCache.get(id, handler.tag, build, asker);
      reply.header('cache-control', 'no-store');
      return handler.personal(shared, profile.id, JSON.parse(cached.identity.toString()));
    }
    const [cached, personal] = await Promise.all([
      context.responseCache.get(id, handler.tag, build, asker),
      context.personalFacts.list(profile.id),
    ]);
    if (!cached.spots.some((spot) => personal.has(spot.programmeId)))
      return sendCached(request, reply, cached, 'private');
    return sendPersonal(request, reply, personalise(cached, personal));
  };
}

/** The encodings a client accepts, best first. */
export function acceptedEncoding(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(accepted) ? 'gzip' : undefined;
}

/** Sends cached bytes, or 304 when the client has them already. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
  scope: 'public' | 'private' = 'public',
) {
  reply
    .header('etag', cached.etag)
    .header('vary', 'Accept-Encoding, Authorization, X-Locale, Cookie, Accept-Language');
  reply.header(
    'cache-control',
    scope === 'public' ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
  );
  if (request.headers['if-none-match'] === cached.etag) return reply.status(304).send();
  reply.status(cached.status).header('content-type', cached.type);
  const encoding = acceptedEncoding(request);
  if (!encoding) return reply.send(cached.identity);
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? cached.brotli : cached.gzip);
}

/** Sends bytes that may be overwritten once this has returned or awaits. */
async function sendPersonal(request: FastifyRequest, reply: FastifyReply, bytes: Buffer) {
  reply.header('vary', 'Accept-Encoding, Authorization, X-Locale, Cookie, Accept-Language');
  reply
    .header('cache-control', 'private, no-store')
    .header('content-type', 'application/json; charset=utf-8');
  const encoding = bytes.length > 2000 ? acceptedEncoding(request) : undefined;
  if (!encoding) return reply.send(Buffer.from(bytes));
  return reply
    .header('content-encoding', encoding)
    .send(
      encoding === 'br' ? brotliCompressSync(bytes, quickest) : await zip(Buffer.from(bytes), { level: 1 }),
    );
}

const localeOf = (text: unknown): Locale | undefined => (text === 'ko' || text === 'en' ? text : undefined);

/**
 * A request's language: the header, then `?lang=` of a page's address, then the cookie, then, for a call, `Accept-Language`, then
 * Korean. A page is Korean until the viewer chooses a language.
 */
export function requestLocale(request: FastifyRequest): Locale {
  const header = localeOf(request.headers['x-locale']);
  if (header) return header;
  const asked = localeOf(/[?&]lang=(ko|en)(?:&|$)/.exec(request.url)?.[1]);
  if (asked) return asked;
  const chosen = localeOf(/(?:^|;\s*)locale=(ko|en)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]);
  if (chosen) return chosen;
  return request.url.startsWith('/api/') ? acceptedLocale(request.headers['accept-language']) : 'ko';
}

/** The supported language that `Accept-Language` prefers (RFC 9110, section 12.5.4), else Korean. */
function acceptedLocale(header = ''): Locale {
  let best: Locale = 'ko';
  let bestWeight = 0;
  for (const part of header.slice(0, 200).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = range.split('-', 1)[0];
    const weight = Number(
      parameters
        .find((own) => own.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if ((language === 'ko' || language === 'en') && weight > bestWeight)
      [best, bestWeight] = [language, weight];
  }
  return best;
}

/** An id for logs, when a proxy has not given one. */
export const requestId = () => randomUUID();
