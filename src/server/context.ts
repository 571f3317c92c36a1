/** What the parts of the server share: made once at the start, passed as an argument. */
import type { SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ResourceShape } from '../contract/admin/resource.ts';
import type { IdentityProviders } from './adapters/identity-providers/open.ts';
import type { Mail } from './adapters/mail/port.ts';
import type { PartnerVideoSource } from './adapters/partner-video/port.ts';
import type { Payments } from './adapters/payments/port.ts';
import type { Push } from './adapters/push/port.ts';
import type { Storage } from './adapters/storage/port.ts';
import type { Taxes } from './adapters/taxes/port.ts';
import type { WebPush } from './adapters/web-push/port.ts';
import type { PersonalFacts } from './cache/personal-facts.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import type { Database, Queryable, Transaction } from './db/client.ts';
import type { PersonalData } from './db/personal-data.ts';
import type { PlayableKind } from './modules/playback/playable-kind.ts';
import type { Played } from './modules/playback/playback.repo.ts';
import type { RunningPreview } from './modules/previews/previews.service.ts';
import type { SearchSource } from './modules/search/sources.service.ts';
import type { ListSource } from './resource/list-source.ts';
import type { ResourceModel } from './resource/model.ts';

/** The devices that have left a profile: all, or all but one. */
interface ProfileLeft {
  profileId: string;
  exceptSession?: string;
  removed?: true;
}

/** What is asked of a message before it goes. */
export interface WaitingMail {
  eventId: string | null;
  userId: string | null;
  toAddress: string;
}

/**
 * Applies what is planned until the previewed instant, and the changes of a release that is asked for, in the transaction of a
 * preview, as far as the member of staff may read it. It is rolled back, so nothing may leave the database: no mail, no push, no cache.
 */
export type BeforePreview = (
  context: Context,
  tx: Transaction,
  previewed: {
    at: Date;
    releaseId: string | null;
    mayRead(shape: Pick<ResourceShape, 'name' | 'module'>): boolean;
  },
) => Promise<void>;

export interface Context {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** The same database, by connections that plan a prepared query once: for searching, where planning takes longest. */
  searchDb: Database;
  storage: Storage;
  push: Push;
  webPush: WebPush;
  mail: Mail;
  responseCache: ResponseCache;
  identityProviders: IdentityProviders;
  /** Where partner video comes from; undefined: nowhere is set. */
  partnerVideoSource: PartnerVideoSource | undefined;
  /** The card processor: Stripe, or the demo's simulated one; undefined: no cards are taken. */
  payments: Payments | undefined;
  /** Who knows the taxes of addresses; undefined: our own rates count. */
  taxes: Taxes | undefined;
  personalFacts: PersonalFacts;
  searchSources: readonly SearchSource[];
  playableKinds: readonly PlayableKind[];
  savesOfPlaying: readonly string[];
  /**
   * What a playback session keeps of its title when it opens: CTEs of the statement that inserts it (`playback.repo.ts`), the last of them
   * `title` with one row of `title_id`, `season` and `episode`.
   */
  titleOfPlaying(played: Played): SQL;
  personalData: readonly PersonalData[];
  /** The back office's resources by name, put in where each is declared. */
  resources: Map<string, ResourceModel>;
  /** Lists that are no resources, such as reports, by name: for exports and saved views. */
  lists: Map<string, ListSource>;
  /** Ends what devices were doing that have been signed out. */
  onSessionsEnded(tx: Transaction, sessionIds: string[], at: Date): Promise<void>;
  /** Ends what a profile was doing on devices that have been put out of it, or on all because it is removed. */
  onProfileLeft(tx: Transaction, left: ProfileLeft, at: Date): Promise<void>;
  /** Ends what a household would pay for from now on: it is leaving, or was suspended. */
  onHouseholdLeaving(tx: Transaction, householdId: string): Promise<void>;
  /** Whether a message that has waited is still wanted. */
  isMailWanted(tx: Queryable, message: WaitingMail, at: Date): Promise<boolean>;
  /** What modules apply before each request of a preview. */
  beforePreview: readonly BeforePreview[];
  /** The preview that is running; only where requests of previews are answered. */
  preview?: () => RunningPreview;
  log: FastifyBaseLogger;
  /** The clock. */
  now(): Date;
}
