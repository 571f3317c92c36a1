/** Makes the context of one node: opens what the configuration names, and joins the registrations of all modules. */
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
import { personalData } from './db/personal-data.ts';
import { joinHooks } from './hooks.ts';
import { searchSources } from './modules/search/sources.service.ts';
import { makePersonalFacts } from './modules/viewing/viewing.service.ts';
import { modules } from './modules.ts';
import { playableKinds } from './playable-kind.ts';
import { Registries } from './registries.ts';

/** The parts that the caller has to make. Others replace those that the configuration names. */
type Given = { config: Config; pool: pg.Pool; log: FastifyBaseLogger } & Partial<Context>;

/** The context of one node. */
export function makeContext(given: Given): Context {
  const { config, pool, log } = given;
  const { stripe } = config;
  const db = given.db ?? openDatabase(pool);
  return {
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
    registries: makeRegistries(),
    hooks: joinHooks(modules.flatMap(({ on }) => on ?? [])),
    savesOfPlaying: modules.flatMap(({ savesOfPlaying = [] }) => savesOfPlaying),
    now: () => new Date(),
    ...given,
  };
}

/** Registries with the declarations of all modules. Resources and lists are added when the calls of their modules are bound. */
export function makeRegistries(): Registries {
  const registries = new Registries();
  registries.set(
    searchSources,
    modules.flatMap((module) => module.searchSources ?? []),
  );
  registries.set(
    playableKinds,
    modules.flatMap((module) => module.playableKinds ?? []),
  );
  registries.set(
    personalData,
    modules.flatMap((module) => module.personalData ?? []),
  );
  return registries;
}
