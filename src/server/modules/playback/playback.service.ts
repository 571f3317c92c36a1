/** The rules of playback: who may play, how many streams at once, for how long, and who gets the key. */
import type { Locale } from '../../../contract/errors.ts';
import type { PlaybackSession } from '../../../contract/viewer/playback.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { CurrentProfile, Viewer } from '../../http/caller.ts';
import { type PlayRequest, playableKinds } from '../../playable-kind.ts';
import { signedMediaUrl } from '../../security/media-token.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { findContentKey, findPlayable } from '../ingest/ingest.service.ts';
import { findAllowance } from '../plans/plans.service.ts';
import { isWithinHours } from '../profiles/viewing-hours.service.ts';
import { findViewer } from '../sign-in/sign-in.service.ts';
import { presentStart, presentVideo } from './playback.present.ts';
import * as repo from './playback.repo.ts';
import { playerStream } from './player-sessions.ts';
import { isPreviewed, previewStream, previewVideo } from './preview-sessions.ts';
import { forgetAlive, rememberAlive, sessionMs, silentMs } from './session-liveness.service.ts';

const heartbeatSeconds = 15;
/** How often the entitlement rule is checked again while a session plays. */
const recheckMs = 5 * 60_000;
/** So many players of a partner are counted at once of one household: a page each, so people have fewer. */
const maxFrames = 20;
/** Openings by one household. Each writes a row, and the stream limit bounds only simultaneous sessions. */
const openLimit = new RateLimit('playback_sessions', 120, 60_000, { code: 'too_many_tries' });

/** Where a preview asks for a licence, below the asset's folder. */
export const previewLicence = 'licence';

const aliveSince = (now: Date) => new Date(now.getTime() - silentMs);
const openedAfter = (now: Date) => new Date(now.getTime() - sessionMs);
const expiryOf = (startedAt: Date) => new Date(startedAt.getTime() + sessionMs);

/**
 * Opens a playback session for a profile. It plays a video, a stream, or a partner's clip in the partner's own player. The last one
 * takes no stream and has no media address. Its session only records the viewing.
 */
export async function openSession(
  context: Context,
  viewer: Viewer,
  profile: CurrentProfile,
  locale: Locale,
  request: PlayRequest & { sessionId?: string | undefined; playerLinkId?: string },
): Promise<PlaybackSession> {
  const now = context.now();
  const kind =
    context.registries.get(playableKinds).find(({ types }) => types.includes(request.type)) ??
    fail('not_found');
  const playable = await kind.choose(context, { viewer, locale, now }, request);
  const opened = {
    ...playable.plays,
    region: viewer.region,
    device: request.device,
    sessionId: request.sessionId ?? null,
    playerLinkId: request.playerLinkId ?? null,
  };
  await openLimit.consume(context, profile.householdId);
  if (playable.as === 'frame') {
    const { durationSeconds, progress } = playable;
    const frame = { ...opened, takesStream: false, durationSeconds };
    const { id } = await beginSession(context, profile, now, { premium: false }, frame);
    return playable.present({
      id,
      position_seconds: presentStart(progress),
      heartbeat_seconds: heartbeatSeconds,
    });
  }
  const preview = context.preview?.();
  const expiresAt = preview ? new Date(preview.expires_at) : expiryOf(now);
  const sign = (sessionId: string, prefix: string, maxHeight: number | null) =>
    signedMediaUrl(context.config.secret, { sessionId, prefix, maxHeight }, expiresAt);
  if (playable.as === 'stream') {
    const { id, maxHeight } = await beginSession(context, profile, now, playable, opened);
    const streamId = preview ? previewStream(preview) : request.playerLinkId ? playerStream(id) : id;
    return playable.present({
      id,
      manifest: { hls: `${sign(streamId, playable.prefix, maxHeight)}/${playable.manifest}` },
      now: now.toISOString(),
      heartbeat_seconds: heartbeatSeconds,
      expires_at: expiresAt.toISOString(),
    });
  }
  const { assetId } = playable;
  const [asset, key] = await Promise.all([findPlayable(context, assetId), findContentKey(context, assetId)]);
  if (!asset) fail('not_ready');
  const durationSeconds = asset.durationMs / 1000;
  const taken = { ...opened, assetId, durationSeconds };
  const { id, maxHeight } = await beginSession(context, profile, now, playable, taken);
  const base = sign(preview ? previewVideo : id, asset.prefix, maxHeight);
  const licence = preview ? `${base}/${previewLicence}` : `/api/playback/sessions/${id}/licence`;
  const session = { id, base, expiresAt, heartbeatSeconds, licenceUrl: key ? licence : null };
  return playable.present(presentVideo(session, playable, asset));
}

/** On how many devices a household may play at once, and how well: by its plan, or as the service says for those without one. */
async function allowanceOf(
  tx: Queryable,
  context: Context,
  householdId: string,
): Promise<{ plan: boolean; maxStreams: number; maxHeight: number | null }> {
  const own = await findAllowance({ db: tx, now: context.now }, householdId);
  return {
    plan: own !== undefined,
    maxStreams: own?.streams ?? context.config.maxStreams,
    maxHeight: own?.maxHeight ?? null,
  };
}

/** How many sessions a household may have at once, by its allowance. */
const roomOf = ({ maxStreams }: { maxStreams: number }): repo.Room => ({
  streams: maxStreams,
  frames: maxFrames,
});

/**
 * Starts a session, with or without one of the household's streams. Fails if the household has no room for it. Returns the best
 * quality that the session may play. A plan limits only titles that need a plan.
 */
async function beginSession(
  context: Context,
  profile: CurrentProfile,
  now: Date,
  { premium }: { premium: boolean },
  played: Pick<
    Parameters<typeof repo.insertSession>[2],
    | 'sessionId'
    | 'playerLinkId'
    | 'programmeId'
    | 'episodeId'
    | 'clipId'
    | 'assetId'
    | 'channelId'
    | 'region'
    | 'device'
    | 'durationSeconds'
    | 'takesStream'
  >,
): Promise<{ id: string; maxHeight: number | null }> {
  const id = newId();
  const maxHeight = await context.db.transaction(async (tx) => {
    const { id: profileId, householdId } = profile;
    await repo.lockHousehold(tx, householdId);
    // Another player shows one channel at a time, and reports no end: the next start frees its stream.
    const { playerLinkId } = played;
    if (playerLinkId) await repo.endSessionsOf(tx, { playerLinkId, householdId }, now);
    const takesStream = played.takesStream ?? true;
    const live = await repo.countLive(tx, householdId, aliveSince(now), takesStream);
    const allowance = await allowanceOf(tx, context, householdId);
    if (live >= roomOf(allowance)[takesStream ? 'streams' : 'frames']) fail('stream_limit');
    await repo.insertSession(tx, context, {
      ...played,
      id,
      node: context.config.nodeName,
      householdId,
      profileId,
      startedAt: now,
      heartbeatAt: now,
      plan: allowance.plan,
      kid: profile.isKid,
    });
    return premium ? allowance.maxHeight : null;
  });
  rememberAlive(context, id);
  return { id, maxHeight };
}

async function beat(
  context: Context,
  householdId: string,
  sessionId: string,
  position: number,
  end: boolean,
) {
  const now = context.now();
  const own: repo.Beat = {
    sessionId,
    householdId,
    positionSeconds: position,
    now,
    aliveSince: aliveSince(now),
    openedAfter: openedAfter(now),
    end,
  };
  if (end) forgetAlive(context, sessionId);
  const row = await repo.beatSession(context, own);
  if (end) {
    // A query that ran meanwhile may have returned the earlier state.
    forgetAlive(context, sessionId);
    return row;
  }
  if (row) {
    rememberAlive(context, sessionId);
    return row;
  }
  const revived = await context.db.transaction(async (tx) => {
    await repo.lockHousehold(tx, householdId);
    return repo.reviveSession(tx, own, roomOf(await allowanceOf(tx, context, householdId)));
  });
  if (!revived) return undefined;
  rememberAlive(context, sessionId);
  return repo.beatSession(context, own);
}

/** Another household's session is not found. */
async function requireOwn(
  context: Context,
  householdId: string,
  sessionId: string,
): Promise<repo.SessionRow> {
  const session = await repo.findSession(context.db, sessionId);
  return session?.householdId === householdId ? session : fail('not_found');
}

/**
 * Renews a session's lease. Returns the instant at which its addresses expire. A session that may not play any more is ended: its plan,
 * availability window or viewing hours have ended, or the title was withdrawn. The next opening returns the reason.
 */
export async function keepSession(
  context: Context,
  householdId: string,
  sessionId: string,
  position: number,
  region: string,
): Promise<Date> {
  const preview = context.preview?.();
  if (preview) return new Date(preview.expires_at);
  const row = await beat(context, householdId, sessionId, position, false);
  if (row) {
    const { startedAt } = row;
    const due = isRecheckDue(startedAt, context.now());
    const inHours = isWithinHours(context, row.hours, row.zone);
    if (inHours && (!due || (await mayGoOn(context, sessionId, region)))) return expiryOf(startedAt);
    await beat(context, householdId, sessionId, position, true);
  }
  await requireOwn(context, householdId, sessionId);
  return fail('session_ended');
}

/** Renews the lease of another player's session, by its request for a playlist. The played time is its position. */
export async function keepPlayerSession(context: Context, sessionId: string, region: string): Promise<void> {
  const session = (await repo.findSession(context.db, sessionId)) ?? fail('session_ended');
  const position = (context.now().getTime() - session.startedAt.getTime()) / 1000;
  await keepSession(context, session.householdId, sessionId, position, region);
}

/**
 * Whether this heartbeat checks the rule again. It does in the first part of every five minutes. That part is as long as a
 * session stays alive without a heartbeat, so no session can stay alive and avoid the check.
 */
const isRecheckDue = (startedAt: Date, now: Date) =>
  (now.getTime() - startedAt.getTime()) % recheckMs < silentMs &&
  now.getTime() - startedAt.getTime() >= recheckMs;

/** Checks the entitlement rule again for what a session plays. */
async function mayGoOn(context: Context, sessionId: string, region: string): Promise<boolean> {
  const session = await repo.findSession(context.db, sessionId);
  const viewer = session && (await findViewer(context, session.profileId, region));
  if (!session || !viewer) return false;
  const asked = { viewer, locale: 'ko', now: context.now() } as const;
  for (const kind of context.registries.get(playableKinds)) {
    const mayGoOn = kind.mayGoOn(context, asked, session);
    if (mayGoOn) return mayGoOn;
  }
  return false;
}

/** Ends a session. Ending it again changes nothing. */
export async function stopSession(
  context: Context,
  householdId: string,
  sessionId: string,
  position: number,
): Promise<void> {
  if (context.preview || (await beat(context, householdId, sessionId, position, true))) return;
  await requireOwn(context, householdId, sessionId);
}

const isLive = (session: repo.SessionRow, now: Date) =>
  session.endedAt === null && session.heartbeatAt > aliveSince(now) && session.startedAt > openedAfter(now);

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** The content keys of a live session's title, out of those requested. */
export async function licenceKeys(
  context: Context,
  householdId: string,
  sessionId: string,
  kids: readonly string[],
) {
  const session = await requireOwn(context, householdId, sessionId);
  if (!isLive(session, context.now())) fail('session_ended');
  // A channel's players request each item's key by its address.
  return session.assetId === null ? fail('not_found') : keysOf(context, session.assetId, kids);
}

/** The content keys of an asset, out of those requested. The caller has checked that the viewer may play the asset. */
export async function keysOf(context: Context, assetId: string, kids: readonly string[]) {
  const key = (await findContentKey(context, assetId)) ?? fail('not_found');
  const kid = base64url(key.keyId);
  // Some clients pad, and some write the standard alphabet.
  const asked = kids.map((id) => id.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
  return asked.includes(kid) ? [{ kty: 'oct' as const, kid, k: base64url(key.contentKey) }] : [];
}

/** The 16-byte key that HLS players request by address; undefined when the session of that address is not alive. */
export async function findSessionKey(
  context: Context,
  sessionId: string,
  assetId: string,
): Promise<Buffer | undefined> {
  if (isPreviewed(sessionId)) {
    const key = await findContentKey(context, assetId);
    return key && Buffer.from(key.contentKey, 'hex');
  }
  const session = await repo.findSession(context.db, sessionId);
  // A channel shows many assets; that it shows this one was checked before.
  const isOf = session?.channelId != null || session?.assetId === assetId;
  if (!session || !isOf || !isLive(session, context.now())) return undefined;
  const key = await findContentKey(context, assetId);
  return key && Buffer.from(key.contentKey, 'hex');
}

/**
 * The current viewer of a session: a channel checks the rule again for each of its items. Undefined outside of the viewing hours.
 */
export async function findSessionViewer(context: Context, sessionId: string): Promise<Viewer | undefined> {
  const session = await repo.findSession(context.db, sessionId);
  if (!session || session.endedAt !== null) return undefined;
  const viewer = await findViewer(context, session.profileId, session.region ?? '');
  return viewer?.withinHours ? viewer : undefined;
}

/** A session without a heartbeat for this long is over. Its player opens another one. */
const overMs = 3_600_000;
const maxEndedAtOnce = 10_000;

/** Ends the sessions that have been silent for an hour, so that their viewings are final. */
export async function endSilentSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now();
  const silentSince = new Date(at.getTime() - overMs);
  let ended = maxEndedAtOnce;
  while (ended === maxEndedAtOnce) ended = await repo.endSilent(db, silentSince, at, maxEndedAtOnce);
}

/** Ends playback sessions. Their viewings still count. */
export const endPlayback = repo.endSessionsOf;
