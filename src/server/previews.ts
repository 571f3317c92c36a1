/**
 * Answers the calls of a preview. The calls are bound a second time, to a context that caches and sends
 * nothing. Its clock shows the previewed instant, and its database is a transaction that is always rolled
 * back. A preview therefore uses the handlers and the entitlement rule of viewers, and nothing of it is
 * counted, cached or kept.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { previewHeader } from '../contract/admin/previews.ts';
import type { ResourceShape } from '../contract/admin/resource.ts';
import type { CallDefinition } from '../contract/call.ts';
import type { Push } from './adapters/push/port.ts';
import { UncachedResponses } from './cache/response-cache.ts';
import type { Context, RunningPreview } from './context.ts';
import { openDatabase } from './db/client.ts';
import { makeRolledBack } from './db/rolled-back.ts';
import { fail } from './errors.ts';
import { maxBodyBytes } from './http/bodies.ts';
import { internalHeaders } from './http/internal.ts';
import { readBytes } from './http/read-bytes.ts';
import { makeRegistries } from './make-context.ts';
import {
  hideWhatComes,
  makeOnlooker,
  mayPreview,
  readPreviewToken,
} from './modules/previews/previews.service.ts';
import { findStaffOfSession } from './modules/staff/staff.service.ts';
import { makePersonalFacts } from './modules/viewing/viewing.service.ts';
import { must } from './must.ts';
import { hidesAny } from './resource/hidden-fields.ts';
import { BuildBudget, type BuildLimits } from './security/build-budget.ts';

/**
 * Time that this node spends on the previews of one staff member. Previews are not cached, so that they need
 * more than a viewer's share. A page makes some twenty calls of 10 to 50 ms.
 */
const limits: BuildLimits = { share: 1, burstMs: 30_000, maxWaitMs: 5_000 };

const silentPush = ({ key }: Push): Push => ({
  key,
  broadcast: async () => undefined,
  rejoin: async () => undefined,
  sign: () => fail('preview_refused'),
});

/** Whether a call is one of the viewers' calls, which a preview makes too. */
const isViewers = (call: CallDefinition | undefined, path: string): call is CallDefinition =>
  typeof call?.who === 'string' && call.who !== 'staff' && !path.startsWith('/api/admin/');

/**
 * Whether a preview may make a call. Reading calls and profile calls are allowed. Other calls must set
 * `inPreviews`.
 */
function isAllowed({ who, body, answer, inPreviews }: CallDefinition, method: string): boolean {
  if (body === 'bytes' || answer === 'bytes') return false;
  return Boolean(inPreviews ?? (method === 'GET' || method === 'HEAD' || who === 'profile'));
}

/** Answer to a report (`inPreviews: 'uncounted'`). */
const done = { data: { ok: true } };

/** Answers a request with a preview token. Undefined for any other request. */
export type AnswerPreview = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | undefined;

/** Previews of the service of a context. `build` makes the application that answers them, at the first preview. */
export function openPreviews(
  context: Context,
  build: (context: Context) => Promise<FastifyInstance>,
): AnswerPreview {
  const budget = new BuildBudget(limits);
  const rolledBack = makeRolledBack(context.pool);
  const shown = new AsyncLocalStorage<{ said: RunningPreview; at: Date }>();
  const running = () => must(shown.getStore(), 'running preview');
  const db = openDatabase(rolledBack.pool);
  const own: Context = {
    ...context,
    pool: rolledBack.pool,
    db,
    searchDb: db,
    push: silentPush(context.push),
    responseCache: new UncachedResponses(),
    personalFacts: makePersonalFacts(rolledBack.pool),
    registries: makeRegistries(),
    now: () => running().at,
    preview: () => running().said,
  };
  let building: Promise<FastifyInstance> | undefined;
  const app = () => {
    building ??= build(own);
    return building;
  };

  async function answer(request: FastifyRequest, reply: FastifyReply, call: CallDefinition, token: string) {
    const claims = readPreviewToken(context, token);
    const staff = await findStaffOfSession(context, claims.staff_session_id);
    if (!staff || !mayPreview(staff)) fail('preview_ended');
    // Records of the previewed instant would show fields that the staff member may not read.
    const mayRead = ({ record, module }: Pick<ResourceShape, 'record' | 'module'>) =>
      staff.may(module, 'read') && !hidesAny(staff, record);
    if (!isAllowed(call, request.method)) fail('preview_refused');
    if (call.inPreviews === 'uncounted') return reply.header('cache-control', 'no-store').send(done);
    const payload = await readBytes(request.raw, call.maxBodyBytes ?? maxBodyBytes);
    const answers = await app();
    const now = context.now();
    const at = claims.at ? new Date(claims.at) : now;
    const said = { ...claims, token, aheadMs: at.getTime() - now.getTime() };
    const { 'content-type': type, 'x-locale': locale } = request.headers;
    const work = async () => {
      await db.transaction(async (tx) => {
        await hideWhatComes(own, tx, { now, at, mayRead });
        await own.hooks.beforePreview(own, tx, { at, releaseId: said.release_id, mayRead });
      });
      const bearer = await makeOnlooker(own, said);
      return answers.inject({
        method: request.method as 'GET',
        url: request.url,
        remoteAddress: request.ip,
        headers: {
          'user-agent': request.headers['user-agent'] ?? '',
          'x-locale': locale ?? said.locale,
          ...(type ? { 'content-type': type } : {}),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...internalHeaders(said.country),
        },
        ...(payload.length > 0 ? { payload } : {}),
      });
    };
    const { statusCode, headers, rawPayload } = await budget.run({ source: staff.id, kind: 'preview' }, () =>
      shown.run({ said, at }, () => rolledBack.run(work)),
    );
    const retryAfter = headers['retry-after'];
    if (retryAfter) reply.header('retry-after', retryAfter);
    return reply
      .status(statusCode)
      .header('cache-control', 'no-store')
      .header('content-type', headers['content-type'] ?? 'application/json; charset=utf-8')
      .send(rawPayload);
  }

  return (request, reply) => {
    const token = request.headers[previewHeader];
    const { config, url = '' } = request.routeOptions;
    if (typeof token !== 'string' || !isViewers(config.call, url)) return undefined;
    return answer(request, reply, config.call, token);
  };
}
