/** The context of a request or job: the core, and the functions that modules register for events of other modules. */
import type { SQL } from 'drizzle-orm';
import type { PreviewInput } from '../contract/admin/previews.ts';
import type { ResourceShape } from '../contract/admin/resource.ts';
import type { Core } from './core.ts';
import type { Queryable, Transaction } from './db/client.ts';

/** The sessions that leave a profile: all of them, or all but one. */
interface ProfileLeft {
  profileId: string;
  exceptSession?: string;
  /** The profile is deleted. */
  removed?: true;
}

/** A queued message before it is sent. */
export interface WaitingMail {
  eventId: string | null;
  userId: string | null;
  toAddress: string;
}

/** The thing that a playback session plays. One of the ids is set. An episode also has the id of its program. */
export interface PlayedIds {
  programmeId: string | null;
  episodeId: string | null;
  clipId: string | null;
  channelId: string | null;
}

/** The instant and the release that a preview shows. */
export interface Previewed {
  at: Date;
  releaseId: string | null;
  /** Whether the staff member may read all fields of a resource. */
  mayRead(shape: Pick<ResourceShape, 'record' | 'module'>): boolean;
}

/** The preview that a request belongs to. */
export interface RunningPreview extends PreviewInput {
  id: string;
  staff_session_id: string;
  expires_at: string;
  token: string;
  /** The distance of the previewed instant from the current time. Negative for an instant in the past. */
  aheadMs: number;
}

/**
 * Functions that modules register in `Module.on`. A function runs in the transaction of the event. All registered functions of a hook
 * run one after the other, in the order of the modules.
 */
export interface Hooks {
  /** Devices have been signed out. */
  sessionsEnded(tx: Transaction, sessionIds: string[], at: Date): Promise<void>;
  /** Sessions have left a profile. */
  profileLeft(tx: Transaction, left: ProfileLeft, at: Date): Promise<void>;
  /** All users of a household have requested deletion, or the household was suspended. */
  householdLeaving(context: Context, tx: Transaction, householdId: string): Promise<void>;
  /** Returns whether a queued message is still to be sent. It is sent if all functions return true. */
  isMailWanted(tx: Queryable, message: WaitingMail, at: Date): Promise<boolean>;
  /**
   * Returns CTEs for the statement that inserts a playback session. The last of them is `title`, with one row of `title_id`, `season`
   * and `episode`. One module registers it.
   */
  titleOfPlayback(played: PlayedIds): SQL;
  /**
   * Applies planned changes in the transaction of a preview. The transaction is rolled back, so the function must not send mail or
   * push messages and must not write to a cache.
   */
  beforePreview(context: Context, tx: Transaction, previewed: Previewed): Promise<void>;
}

export interface Context extends Core {
  hooks: Hooks;
  /** CTEs of the statement of a heartbeat that store the position of playback. */
  savesOfPlaying: readonly string[];
  /** Returns the preview of the current request. Set only in the context of previews. */
  preview?: () => RunningPreview;
}
