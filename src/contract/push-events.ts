/** What open pages hear by push: each event with its channel and its data. Named `App.Events.<name>` on the wire. */

import type { NotificationKind } from './account/notifications.ts';
import type { IngestStepName } from './admin/ingest.ts';
import type { Maturity } from './wire.ts';

type Nothing = Record<string, never>;
type HouseholdChannel = `private-household.${string}`;

export interface PushEvents {
  /** An episode has come out. */
  EpisodePublished: {
    channel: 'catalog';
    data: {
      programme_id: string;
      maturity: Maturity;
      title_ko: string;
      title_en: string;
      season_number: number;
      episode_number: number;
    };
  };
  NoticeCreated: { channel: 'notices'; data: { title_ko: string; title_en: string } };
  /** Sessions of the household have ended: a page looks whether its own is one. */
  SessionsEnded: { channel: HouseholdChannel; data: Nothing };
  /** The household's plan has begun, changed or ended. */
  PlanChanged: { channel: HouseholdChannel; data: Nothing };
  ProfilesChanged: { channel: HouseholdChannel; data: Nothing };
  /** A member of the household got a notification; the page fetches its content. */
  Notified: { channel: HouseholdChannel; data: { kind: NotificationKind } };
  /** A television's code was confirmed or refused. */
  ActivationDecided: { channel: `activation.${string}`; data: Nothing };
  /** A step of an asset's ingest went on. Staff hear it. */
  IngestChanged: {
    channel: 'private-office';
    data: { asset_id: string; step: IngestStepName; state: string };
  };
}

export type PushEventName = keyof PushEvents;
