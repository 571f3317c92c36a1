/** Makes the context: opens what the configuration names, and joins what the modules give each other. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { openIdentityProviders } from './adapters/identity-providers/open.ts';
import { openMail } from './adapters/mail/open.ts';
import { YouTube } from './adapters/partner-video/youtube.ts';
import { StripePayments } from './adapters/payments/stripe.ts';
import { BuiltInPush } from './adapters/push/built-in.ts';
import { openStorage } from './adapters/storage/open.ts';
import { StripeTaxes } from './adapters/taxes/stripe.ts';
import { VapidWebPush } from './adapters/web-push/vapid.ts';
import { ResponseCache } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase } from './db/client.ts';
import { endRenewals } from './modules/billing/cancelling.service.ts';
import { isMailWanted } from './modules/notifications/waiting-mail.service.ts';
import { unsubscribeDevices } from './modules/notifications/web-push.service.ts';
import { endPlayback } from './modules/playback/playback.service.ts';
import { titleOfPlaying } from './modules/reports/titles.service.ts';
import { makePersonalFacts, removeProgressOf } from './modules/viewing/viewing.service.ts';
import { modules } from './modules.ts';

/** What has to be given; the rest is opened from the configuration, unless it is given too. */
type Given = { config: Config; pool: pg.Pool; log: FastifyBaseLogger } & Partial<Context>;

/** The context of one node. */
export function makeContext(given: Given): Context {
  const { config, pool, log } = given;
  const { stripe } = config;
  const db = given.db ?? openDatabase(pool);
  const context: Context = {
    db,
    searchDb: db,
    storage: openStorage(config),
    push: given.push ?? new BuiltInPush({ key: config.pushKey, secret: config.secret, pool, log }),
    webPush: new VapidWebPush(config),
    mail: openMail(config),
    responseCache: new ResponseCache(config.builds),
    identityProviders: openIdentityProviders(config),
    partnerVideoSource: config.youtube.apiKey ? new YouTube({ apiKey: config.youtube.apiKey }) : undefined,
    payments: stripe && new StripePayments(async () => stripe),
    taxes: config.taxes === 'stripe' && stripe ? new StripeTaxes(async () => stripe) : undefined,
    personalFacts: makePersonalFacts(pool),
    resources: new Map(),
    lists: new Map(),
    searchSources: modules.flatMap(({ searchSources = [] }) => searchSources),
    playableKinds: modules.flatMap(({ playableKinds = [] }) => playableKinds),
    savesOfPlaying: modules.flatMap(({ savesOfPlaying = [] }) => savesOfPlaying),
    personalData: modules.flatMap(({ personalData = [] }) => personalData),
    beforePreview: modules.flatMap(({ beforePreview }) => beforePreview ?? []),
    async onSessionsEnded(tx, sessionIds, at) {
      await endPlayback(tx, { sessionIds }, at);
      await unsubscribeDevices(tx, sessionIds);
    },
    async onProfileLeft(tx, { removed, ...left }, at) {
      await endPlayback(tx, left, at);
      if (removed) await removeProgressOf(tx, left.profileId);
    },
    async onHouseholdLeaving(tx, householdId) {
      await endRenewals(tx, context, householdId);
    },
    isMailWanted,
    titleOfPlaying,
    now: () => new Date(),
    ...given,
  };
  return context;
}
