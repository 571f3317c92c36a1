/**
 * Serves packages and live channels to players: manifests, segments, captions, storyboards, under signed addresses; and
 * preview clips.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { previewCalls, previewHeader } from '../../../contract/admin/previews.ts';
import { playbackCalls } from '../../../contract/viewer/playback.ts';
import { hlsKeyFile, hlsManifest } from '../../../media/packager.ts';
import { type LimitedPackage, limitPackage } from '../../../media/quality.ts';
import { checkKey, contentTypeOf } from '../../adapters/storage/port.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import { acceptedEncoding } from '../../http/bind.ts';
import { parseRange } from '../../http/byte-range.ts';
import { sendFile } from '../../http/send-file.ts';
import { checkMediaToken, type MediaGrant } from '../../security/media-token.ts';
import { isMissingFile } from '../../unknown-value.ts';
import { listRenditions } from '../ingest/ingest.service.ts';
import { packagePrefix, previewFile } from '../ingest/package-files.service.ts';
import { findAiringFile, isAiringOpen, listHidden, splitAiringPath } from '../live/catch-up.service.ts';
import { findChannelFile } from '../live/channel-files.service.ts';
import {
  findSessionKey,
  findSessionViewer,
  keepPlayerSession,
  keysOf,
  previewLicence,
} from './playback.service.ts';
import { sessionOfPlayer } from './player-sessions.ts';
import { isPreviewed, previewOfStream, previewVideo } from './preview-sessions.ts';
import { isSessionAlive } from './session-liveness.service.ts';

const zip = promisify(gzip);

const licenceRequest = playbackCalls['POST /api/playback/sessions/{id}/licence'].body;

const previewedChannel = previewCalls['GET /api/preview/channels/{id}'].answer;

/** Segments that many viewers request are cached whole: twice as fast as the file. The cache is bounded to limit idle memory. */
const hotBytes = 48 * 2 ** 20;
const maxHotFileBytes = 4 * 2 ** 20;

interface Found {
  sizeBytes: number;
  /** Undefined when the storage is not a folder of this machine. */
  file?: FileHandle;
}

function isKey(key: string): boolean {
  try {
    checkKey(key);
    return true;
  } catch {
    return false;
  }
}

/** Segments never change. Manifests and caption files are named after their content. */
/** Private: a shared cache would serve a session's files after its end. */
const immutable = 'private, max-age=31536000, immutable';

/** Whether a file of a package is one of its manifests, of any version. */
const isManifest = (file: string) => /^(?:master[^/]*\.m3u8|manifest[^/]*\.mpd)$/.test(file);

/** The rights of a session on a channel are checked again after this time: a parent may have changed them. */
const rightsMs = 30_000;

/** How often a session of another player is renewed by its requests for playlists. Three may be missed, as of heartbeats. */
const renewalMs = 15_000;

/**
 * Registers `/media/<token>/packages/<asset>/…`, `/media/<token>/live/<channel>/…` with its airings below `from/<start>/`, and
 * `/previews/<asset>.mp4`.
 */
export function serveMedia(app: FastifyInstance, context: Context): void {
  const hot = new LRUCache<string, Buffer>({
    maxSize: hotBytes,
    sizeCalculation: (bytes) => bytes.length || 1,
  });
  /** Keys requested recently: an object that is requested a second time is cached. */
  const seen = new LRUCache<string, true>({ max: 2000, ttl: 60_000 });

  async function find(key: string): Promise<Found | undefined> {
    const path = context.storage.localPath(key);
    if (!path) return context.storage.find(key);
    try {
      const file = await open(path);
      try {
        const found = await file.stat();
        if (found.isFile()) return { sizeBytes: found.size, file };
      } catch (error) {
        await file.close();
        throw error;
      }
      await file.close();
      return undefined;
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  /** The whole object when it is cached, or is cached by this request. */
  async function findHot(key: string): Promise<Buffer | undefined> {
    const cached = hot.get(key);
    if (cached) return cached;
    if (!seen.has(key)) {
      seen.set(key, true);
      return undefined;
    }
    const found = await context.storage.find(key);
    if (!found || found.sizeBytes > maxHotFileBytes) return undefined;
    const bytes = await context.storage.read(key);
    if (bytes) hot.set(key, bytes);
    return bytes;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, key: string, cacheControl: string) {
    const bytes = await findHot(key);
    const found: Found | undefined = bytes ? { sizeBytes: bytes.length } : await find(key);
    if (!found) fail('not_found');
    const { sizeBytes, file } = found;
    let handedOn = false;
    try {
      // No validator exists that an If-Range could match, so a request with one gets the whole object.
      const wanted = request.headers['if-range'] ? 'whole' : parseRange(request.headers.range, sizeBytes);
      reply.headers({
        'accept-ranges': 'bytes',
        'cache-control': cacheControl,
        'content-type': contentTypeOf(key),
      });
      if (wanted === 'unsatisfiable') {
        return reply
          .status(416)
          .header('cache-control', 'no-store')
          .header('content-range', `bytes */${sizeBytes}`)
          .send();
      }
      const { start, end } = wanted === 'whole' ? { start: 0, end: sizeBytes - 1 } : wanted;
      const length = end - start + 1;
      if (wanted !== 'whole') reply.status(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
      reply.header('content-length', length);
      if (request.method === 'HEAD' || length === 0) return reply.send();
      if (bytes) return reply.send(length === bytes.length ? bytes : bytes.subarray(start, end + 1));
      if (!file) {
        const opened = await context.storage.open(key, { start, end });
        return opened ? reply.send(opened.stream) : fail('not_found');
      }
      handedOn = true;
      // Hooks after this point do not run; nothing of ours depends on them.
      reply.hijack();
      const headers = reply.getHeaders() as Record<string, string | number>;
      reply.raw.writeHead(reply.statusCode, headers);
      await sendFile(reply.raw, file, start, length).finally(() => file.close());
      return reply;
    } finally {
      if (!handedOn) await file?.close();
    }
  }

  /** The renditions that a plan allows of a package. Renditions may be added, so an entry expires. */
  const limits = new LRUCache<string, Promise<LimitedPackage>>({ max: 2000, ttl: 60_000 });
  /** Manifests with only the renditions that a plan allows, by height and key. */
  const limitedManifests = new LRUCache<string, string>({ max: 400 });

  function limitOf(prefix: string, maxHeight: number): Promise<LimitedPackage> {
    const id = `${maxHeight} ${prefix}`;
    const found = limits.get(id);
    if (found) return found;
    const reading = listRenditions(context, prefix.slice(packagePrefix('').length)).then((renditions) =>
      limitPackage(renditions, maxHeight),
    );
    limits.set(id, reading);
    reading.catch(() => limits.delete(id));
    return reading;
  }

  /** A manifest with only the renditions up to a height; undefined if it does not exist. */
  async function findLimitedManifest(
    key: string,
    maxHeight: number,
    limited: LimitedPackage,
  ): Promise<string | undefined> {
    const id = `${maxHeight} ${key}`;
    const found = limitedManifests.get(id);
    if (found !== undefined) return found;
    const bytes = await context.storage.read(key);
    if (!bytes) return undefined;
    const text = bytes.toString();
    const kept = key.endsWith('.mpd') ? limited.limitDash(text) : limited.limitHls(text);
    limitedManifests.set(id, kept);
    return kept;
  }

  /** The items of its channel that each session may not be shown. */
  const hidden = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 50_000, ttl: rightsMs });

  /** In a preview, its own transaction says what the one who looks may be shown. */
  async function hiddenInPreview(
    { headers: { host } }: FastifyRequest,
    token: string,
    channelId: string,
    airing: number | null,
  ): Promise<ReadonlySet<string>> {
    const query = airing === null ? '' : `?airing=${new Date(airing).toISOString()}`;
    const answer = await app.inject({
      url: `/api/preview/channels/${channelId}${query}`,
      headers: { [previewHeader]: token, ...(host ? { host } : {}) },
    });
    if (answer.statusCode !== 200) fail('session_ended');
    return new Set(previewedChannel.parse(answer.json()).data.hidden);
  }

  function hiddenFrom(
    request: FastifyRequest,
    sessionId: string,
    channelId: string,
    airing: number | null,
  ): Promise<ReadonlySet<string>> {
    const key = airing === null ? sessionId : `${sessionId} ${airing}`;
    const found = hidden.get(key);
    if (found) return found;
    const preview = previewOfStream(sessionId);
    const asking = preview
      ? hiddenInPreview(request, preview.token, channelId, airing)
      : findSessionViewer(context, sessionId).then((viewer) =>
          viewer ? listHidden(context, viewer, channelId, airing) : fail('session_ended'),
        );
    hidden.set(key, asking);
    asking.catch(() => hidden.delete(key));
    return asking;
  }

  const renewals = new LRUCache<string, { until: number; renewal: Promise<void> }>({ max: 10_000 });

  function renew(sessionId: string, region: string): Promise<void> {
    const now = context.now().getTime();
    const known = renewals.get(sessionId);
    if (known && known.until > now) return known.renewal;
    const renewal = keepPlayerSession(context, sessionId, region);
    renewals.set(sessionId, { until: now + renewalMs, renewal });
    renewal.catch(() => renewals.delete(sessionId));
    return renewal;
  }

  /** Sends a key to a session that is alive. */
  async function sendKey(reply: FastifyReply, sessionId: string, assetId: string) {
    const found = (await findSessionKey(context, sessionId, assetId)) ?? fail('session_ended');
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/octet-stream')
      .send(found);
  }

  async function sendOfChannel(
    request: FastifyRequest,
    reply: FastifyReply,
    { sessionId, prefix, maxHeight }: MediaGrant,
    path: string,
  ) {
    const channelId = prefix.slice('live/'.length);
    const aheadMs = previewOfStream(sessionId)?.aheadMs ?? 0;
    const airing = splitAiringPath(path);
    const at = new Date(context.now().getTime() + aheadMs);
    // Rights are remembered only of airings that exist.
    if (airing && !(await isAiringOpen(context, channelId, airing.startsAt, at))) fail('not_found');
    const hidden = await hiddenFrom(request, sessionId, channelId, airing?.startsAt ?? null);
    const file = { hidden, at, maxHeight };
    const found = airing
      ? await findAiringFile(context, channelId, airing, file)
      : await findChannelFile(context, channelId, path, file);
    if (!found) fail('not_found');
    if (found.kind === 'key') return sendKey(reply, sessionId, found.assetId);
    if (found.kind === 'object') return send(request, reply, found.key, immutable);
    reply
      .header('cache-control', 'no-store')
      .header('content-type', contentTypeOf(found.kind === 'playlist' ? hlsManifest : 'captions.vtt'))
      .header('vary', 'Accept-Encoding');
    if (found.text.length < 2000 || !acceptedEncoding(request)) return reply.send(found.text);
    const packed = found.kind === 'playlist' ? found.gzipped : null;
    return reply.header('content-encoding', 'gzip').send(packed ?? (await zip(found.text, { level: 1 })));
  }

  app.route<{ Params: { token: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { token, '*': key } = request.params;
      const signed = checkMediaToken(context.config.secret, token, key, context.now());
      if (!signed) fail('link_expired');
      if (!isKey(key)) fail('not_found');
      const playerSession = sessionOfPlayer(signed.sessionId);
      if (playerSession && key.endsWith('.m3u8')) await renew(playerSession, request.country);
      const grant = { ...signed, sessionId: playerSession ?? signed.sessionId };
      if (!isPreviewed(grant.sessionId) && !(await isSessionAlive(context, grant.sessionId)))
        fail('session_ended');
      if (grant.prefix.startsWith('live/')) {
        return sendOfChannel(request, reply, grant, key.slice(grant.prefix.length + 1));
      }
      if (key === `${grant.prefix}/${hlsKeyFile}`) {
        return sendKey(reply, grant.sessionId, grant.prefix.slice(packagePrefix('').length));
      }
      if (grant.maxHeight !== null) {
        const file = key.slice(grant.prefix.length + 1);
        const limited = await limitOf(grant.prefix, grant.maxHeight);
        if (!limited.allows(file)) fail('not_found');
        if (isManifest(file)) {
          const text = (await findLimitedManifest(key, grant.maxHeight, limited)) ?? fail('not_found');
          return reply
            .header('cache-control', immutable)
            .header('content-type', contentTypeOf(key))
            .send(text);
        }
      }
      return send(request, reply, key, immutable);
    },
  });

  // A player in a preview has no session that a call could check. It has the signed address of its media.
  app.post<{ Params: { token: string; '*': string } }>(
    '/media/:token/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const { token, '*': key } = request.params;
      const grant = checkMediaToken(context.config.secret, token, key, context.now());
      if (grant?.sessionId !== previewVideo) fail('link_expired');
      if (key !== `${grant.prefix}/${previewLicence}`) fail('not_found');
      const { kids } = licenceRequest.safeParse(request.body).data ?? fail('bad_request');
      reply.header('cache-control', 'no-store');
      return {
        keys: await keysOf(context, grant.prefix.slice(packagePrefix('').length), kids),
        type: 'temporary',
      };
    },
  );

  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/previews/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const assetId = /^([0-9a-f-]{36})\.mp4$/.exec(request.params.file)?.[1] ?? fail('not_found');
      return send(request, reply, `${packagePrefix(assetId)}/${previewFile}`, 'public, max-age=86400');
    },
  });
}
