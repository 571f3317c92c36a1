/** The rules of playing: who may, how many at once, for how long, and who gets the key. */
import type { Locale } from '../../../contract/errors.ts';
import type { PlaybackSession } from '../../../contract/viewer/playback.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/columns.ts';
import type { CurrentProfile } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import { signedMediaUrl } from '../../http/media-token.ts';
import { findViewer } from '../accounts/accounts.service.ts';
import { channelFacts, decidePlay, type Viewer } from '../catalog/entitlement.ts';
import { findEpisodeToPlay } from '../catalog/episode-to-play.service.ts';
import { findContentKey, findPlayable } from '../ingest/ingest.service.ts';
import { channelPrefix, findChannel, isOnAir } from '../live/live.service.ts';
import { clipInPlaylist, findClipToPlay } from '../partner-video/partner-video.service.ts';
import { isWithinHours } from '../profiles/viewing-hours.service.ts';
import {
  presentChannelSession,
  presentClipSession,
  presentFrame,
  presentSession,
} from './playback.present.ts';
import * as repo from './playback.repo.ts';
import { forgetAlive, rememberAlive, sessionMs, silentMs } from './session-liveness.service.ts';

const heartbeatSeconds = 15;
/** The rule is asked again so often while a session plays. */
const recheckMs = 5 * 60_000;

const aliveSince = (now: Date) => new Date(now.getTime() - silentMs);
const openedAfter = (now: Date) => new Date(now.getTime() - sessionMs);
const expiryOf = (startedAt: Date) => new Date(startedAt.getTime() + sessionMs);

interface PlayRequest {
  type: 's' | 'm' | 'e' | 't' | 'y';
  id: string;
  /** The playlist that a clip is played from. */
  playlist?: string | null | undefined;
  device: string;
  /** The signed-in device. */
  sessionId?: string | undefined;
}

/** What is to be played; for a series, the episode it resumes or begins with. Fails with the reason why not. */
async function chooseTarget(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  { type, id }: PlayRequest,
  now: Date,
): Promise<repo.PlayTarget> {
  const wanted = { type: type === 'e' ? 'episode' : 'programme', id } as const;
  const target = (await repo.findTarget(context.db, viewer, locale, wanted)) ?? fail('not_found');
  const decision = decidePlay(viewer, target.programme, now, target.episode);
  if (decision !== 'play') fail(decision);
  if (target.episode || target.programme.kind === 'movie') return target;
  const episode = await findEpisodeToPlay(context.db, now, target.programme.id, viewer.profileId);
  if (!episode) fail('not_ready');
  return chooseTarget(context, viewer, locale, { type: 'e', id: episode.id, device: '' }, now);
}

/** Opens a session for a profile. */
export async function openSession(
  context: Context,
  viewer: Viewer,
  profile: CurrentProfile,
  locale: Locale,
  request: PlayRequest,
): Promise<PlaybackSession> {
  const now = context.now();
  if (request.type === 't') return openChannel(context, viewer, profile, locale, request, now);
  if (request.type === 'y') return openClip(context, viewer, profile, locale, request, now);
  const target = await chooseTarget(context, viewer, locale, request, now);
  const asset = target.assetId === null ? undefined : await findPlayable(context, target.assetId);
  if (!asset) fail('not_ready');
  const { programme, episode } = target;
  const [key, next] = await Promise.all([
    findContentKey(context, asset.id),
    episode && repo.findNextEpisode(context.db, locale, now, { programmeId: programme.id, ...episode }),
  ]);
  const id = await takeStream(context, profile, now, {
    programmeId: programme.id,
    episodeId: episode?.id ?? null,
    assetId: asset.id,
    device: request.device,
    sessionId: request.sessionId ?? null,
    durationSeconds: asset.durationMs / 1000,
  });
  const expiresAt = expiryOf(now);
  const base = signedMediaUrl(context.config.secret, { sessionId: id, prefix: asset.prefix }, expiresAt);
  return presentSession(
    { id, base, expiresAt, heartbeatSeconds, encrypted: key !== undefined },
    target,
    asset,
    next,
    locale,
  );
}

/** Opens a partner's clip: a session when it is hosted here; otherwise only the address of the partner's player. */
async function openClip(
  context: Context,
  viewer: Viewer,
  profile: CurrentProfile,
  locale: Locale,
  request: PlayRequest,
  now: Date,
): Promise<PlaybackSession> {
  const asked = { viewer, locale };
  const { row, facts } = (await findClipToPlay(context, asked, request.id)) ?? fail('not_found');
  const decision = decidePlay(viewer, facts, now);
  if (decision !== 'play') fail(decision);
  const [asset, place] = await Promise.all([
    row.asset_id === null ? undefined : findPlayable(context, row.asset_id),
    clipInPlaylist(context, asked, row.id, request.playlist ?? undefined),
  ]);
  if (row.youtube_id !== null) return presentFrame(row.youtube_id, place, locale);
  if (!asset) fail('not_ready');
  const key = await findContentKey(context, asset.id);
  const id = await takeStream(context, profile, now, {
    clipId: row.id,
    assetId: asset.id,
    device: request.device,
    sessionId: request.sessionId ?? null,
    durationSeconds: asset.durationMs / 1000,
  });
  const expiresAt = expiryOf(now);
  const base = signedMediaUrl(context.config.secret, { sessionId: id, prefix: asset.prefix }, expiresAt);
  const { landscape_id, landscape_color, position_seconds, duration_seconds } = row;
  return presentClipSession(
    { id, base, expiresAt, heartbeatSeconds, encrypted: key !== undefined },
    place,
    asset,
    {
      poster: landscape_id === null ? undefined : { id: landscape_id, color: landscape_color },
      progress:
        position_seconds === null || duration_seconds === null
          ? undefined
          : { position: position_seconds, duration: duration_seconds },
    },
  );
}

/** Opens a session of a live channel: no length, no position, and its addresses are the channel's. */
async function openChannel(
  context: Context,
  viewer: Viewer,
  profile: CurrentProfile,
  locale: Locale,
  request: PlayRequest,
  now: Date,
): Promise<PlaybackSession> {
  const channel = (await findChannel(context, locale, request.id)) ?? fail('not_found');
  const decision = decidePlay(viewer, channelFacts(channel), now);
  if (decision !== 'play') fail(decision);
  if (!(await isOnAir(context, channel.id))) fail('not_ready');
  const id = await takeStream(context, profile, now, {
    channelId: channel.id,
    region: viewer.region,
    device: request.device,
    sessionId: request.sessionId ?? null,
  });
  const expiresAt = expiryOf(now);
  const grant = { sessionId: id, prefix: channelPrefix(channel.id) };
  const base = signedMediaUrl(context.config.secret, grant, expiresAt);
  return presentChannelSession({ id, base, expiresAt, heartbeatSeconds, now }, channel);
}

/** Takes one of the household's streams for a new session; fails when none is free. */
async function takeStream(
  context: Context,
  profile: CurrentProfile,
  now: Date,
  played: Pick<
    Parameters<typeof repo.insertSession>[1],
    | 'sessionId'
    | 'programmeId'
    | 'episodeId'
    | 'clipId'
    | 'assetId'
    | 'channelId'
    | 'region'
    | 'device'
    | 'durationSeconds'
  >,
): Promise<string> {
  const id = newId();
  await context.db.transaction(async (tx) => {
    await repo.lockHousehold(tx, profile.householdId);
    const live = await repo.countLive(tx, profile.householdId, aliveSince(now));
    if (live >= context.config.maxStreams) fail('stream_limit');
    await repo.insertSession(tx, {
      ...played,
      id,
      householdId: profile.householdId,
      profileId: profile.id,
      startedAt: now,
      heartbeatAt: now,
    });
  });
  rememberAlive(context, id);
  return id;
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
  const kept = await repo.beatSession(context.pool, own);
  if (end) {
    // Asked meanwhile, the database may have answered from before.
    forgetAlive(context, sessionId);
    return kept;
  }
  if (kept) {
    rememberAlive(context, sessionId);
    return kept;
  }
  const revived = await context.db.transaction(async (tx) => {
    await repo.lockHousehold(tx, householdId);
    return repo.reviveSession(tx, own, context.config.maxStreams);
  });
  if (!revived) return undefined;
  rememberAlive(context, sessionId);
  return repo.beatSession(context.pool, own);
}

/** Another household's session does not exist for this one. */
async function requireOwn(
  context: Context,
  householdId: string,
  sessionId: string,
): Promise<repo.SessionRow> {
  const session = await repo.findSession(context.db, sessionId);
  return session?.householdId === householdId ? session : fail('not_found');
}

/**
 * Keeps a session alive; answers until when its addresses are good. One that may not be played any more, because a plan, a
 * window or the profile's viewing hours have ended or a title was withdrawn, is ended: opening another says why.
 */
export async function keepSession(
  context: Context,
  householdId: string,
  sessionId: string,
  position: number,
  region: string,
): Promise<Date> {
  const kept = await beat(context, householdId, sessionId, position, false);
  if (kept) {
    const { startedAt } = kept;
    const due = isRecheckDue(startedAt, context.now());
    const inHours = isWithinHours(context, kept.hours, kept.zone);
    if (inHours && (!due || (await mayGoOn(context, sessionId, region)))) return expiryOf(startedAt);
    await beat(context, householdId, sessionId, position, true);
  }
  await requireOwn(context, householdId, sessionId);
  return fail('session_ended');
}

/**
 * Whether the rule is asked again at this heartbeat. Of each five minutes it is during the first part, which is as long as a
 * session lives in silence: one cannot stay alive and be never asked.
 */
const isRecheckDue = (startedAt: Date, now: Date) =>
  (now.getTime() - startedAt.getTime()) % recheckMs < silentMs &&
  now.getTime() - startedAt.getTime() >= recheckMs;

/** The rule, asked again for what a session plays. */
async function mayGoOn(context: Context, sessionId: string, region: string): Promise<boolean> {
  const session = await repo.findSession(context.db, sessionId);
  const viewer = session && (await findViewer(context, session.profileId, region));
  if (!session || !viewer) return false;
  const now = context.now();
  if (session.channelId) {
    const channel = await findChannel(context, 'ko', session.channelId);
    return channel !== undefined && decidePlay(viewer, channelFacts(channel), now) === 'play';
  }
  if (session.clipId) {
    const clip = await findClipToPlay(context, { viewer, locale: 'ko' }, session.clipId);
    return clip !== undefined && decidePlay(viewer, clip.facts, now) === 'play';
  }
  const { programmeId, episodeId } = session;
  const id = episodeId ?? programmeId;
  const target =
    id &&
    (await repo.findTarget(context.db, viewer, 'ko', { type: episodeId ? 'episode' : 'programme', id }));
  return !!target && decidePlay(viewer, target.programme, now, target.episode) === 'play';
}

/** Ends a session. Ending it again changes nothing. */
export async function stopSession(
  context: Context,
  householdId: string,
  sessionId: string,
  position: number,
): Promise<void> {
  if (await beat(context, householdId, sessionId, position, true)) return;
  await requireOwn(context, householdId, sessionId);
}

const isLive = (session: repo.SessionRow, now: Date) =>
  session.endedAt === null && session.heartbeatAt > aliveSince(now) && session.startedAt > openedAfter(now);

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** The keys of a living session's title, of those asked for. */
export async function licenceKeys(
  context: Context,
  householdId: string,
  sessionId: string,
  kids: readonly string[],
) {
  const session = await requireOwn(context, householdId, sessionId);
  if (!isLive(session, context.now())) fail('session_ended');
  // A channel's players ask for each item's key by its address.
  const key = session.assetId === null ? undefined : await findContentKey(context, session.assetId);
  if (!key) fail('not_found');
  const kid = base64url(key.keyId);
  // Some clients pad, and some write the standard alphabet.
  const asked = kids.map((id) => id.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
  return asked.includes(kid) ? [{ kty: 'oct' as const, kid, k: base64url(key.contentKey) }] : [];
}

/** The 16 bytes that HLS players ask for by address; undefined when the session of that address lives no more. */
export async function findSessionKey(
  context: Context,
  sessionId: string,
  assetId: string,
): Promise<Buffer | undefined> {
  const session = await repo.findSession(context.db, sessionId);
  // A channel shows many assets; that it shows this one was asked before.
  const isOf = session?.channelId != null || session?.assetId === assetId;
  if (!session || !isOf || !isLive(session, context.now())) return undefined;
  const key = await findContentKey(context, assetId);
  return key && Buffer.from(key.contentKey, 'hex');
}

/** Who watches through a session, as of now: a channel asks the rule again for each of its items. Outside viewing hours nobody. */
export async function findSessionViewer(context: Context, sessionId: string): Promise<Viewer | undefined> {
  const session = await repo.findSession(context.db, sessionId);
  if (!session || session.endedAt !== null) return undefined;
  const viewer = await findViewer(context, session.profileId, session.region ?? '');
  return viewer?.withinHours ? viewer : undefined;
}
