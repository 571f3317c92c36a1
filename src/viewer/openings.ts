/** Playback sessions that are requested with the press on a play button, while the code of the player's page is on its way. */
import type { PlaybackSession, PlayType } from '../contract/viewer/playback.ts';
import type { Api } from '../ui/api-client.ts';

export interface Wanted {
  type: PlayType;
  id: string;
  playlist: string | undefined;
  /** The start of a channel's airing, in milliseconds since 1970. */
  airing?: number | undefined;
  profileId: string;
}

type Opening = Promise<{ data: PlaybackSession }>;

export interface Openings {
  /** Requests a session, unless a player is on the screen: it occupies a stream until it has left. Aborting gives it back. */
  begin(wanted: Wanted, signal: AbortSignal): void;
  /** The session that was requested for this, once. */
  take(wanted: Wanted): Opening | undefined;
  /** A player is on the screen, until the returned function is called. */
  startWatching(): () => void;
}

/** A session that was requested so long ago may have ended. */
const maxAgeMs = 20_000;

export const openSession = (api: Api, { type, id, playlist, airing, profileId }: Wanted): Opening =>
  api('POST /api/playback/sessions', {
    body: {
      ...{ type, id, playlist, profile_id: profileId, device: 'web' },
      airing: airing === undefined ? undefined : new Date(airing).toISOString(),
    },
  });

/** Gives back a session that nothing was played in. Otherwise it would occupy one of the household's streams. */
export function stopSession(api: Api, id: string): void {
  api('POST /api/playback/sessions/{id}/stop', { params: { id }, body: { position_seconds: 0 } }).catch(
    () => undefined,
  );
}

export function makeOpenings(api: Api): Openings {
  let early: { key: string; opening: Opening; at: number } | undefined;
  let players = 0;
  const keyOf = ({ type, id, playlist, airing, profileId }: Wanted) =>
    [profileId, type, id, playlist, airing].join('/');
  const drop = () => {
    early?.opening.then(
      ({ data }) => stopSession(api, data.id),
      () => undefined,
    );
    early = undefined;
  };
  return {
    begin(wanted, signal) {
      drop();
      if (players > 0) return;
      const mine = { key: keyOf(wanted), opening: openSession(api, wanted), at: performance.now() };
      // Its failure is the player's to show.
      mine.opening.catch(() => undefined);
      early = mine;
      signal.addEventListener('abort', () => early === mine && drop(), { once: true });
    },
    take(wanted) {
      const found = early;
      if (found?.key !== keyOf(wanted) || performance.now() > found.at + maxAgeMs) {
        drop();
        return undefined;
      }
      early = undefined;
      return found.opening;
    },
    startWatching() {
      players += 1;
      return () => {
        players -= 1;
      };
    },
  };
}
