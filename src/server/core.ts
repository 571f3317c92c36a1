/** The parts of the server that do not depend on a module: made once at the start, passed as an argument. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
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
import type { Database } from './db/client.ts';
import type { Registries } from './registries.ts';

export interface Core {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** The same database, on connections that plan a prepared query once. Search uses them, because its queries take longest to plan. */
  searchDb: Database;
  storage: Storage;
  push: Push;
  webPush: WebPush;
  mail: Mail;
  responseCache: ResponseCache;
  personalFacts: PersonalFacts;
  identityProviders: IdentityProviders;
  /** The source of partner video. Undefined if none is configured. */
  partnerVideoSource: PartnerVideoSource | undefined;
  /** The card processor: Stripe, or the simulated gateway of the demo. Undefined if the service takes no cards. */
  payments: Payments | undefined;
  /** The provider of tax rates by address. Undefined if the rates kept in the office apply. */
  taxes: Taxes | undefined;
  registries: Registries;
  log: FastifyBaseLogger;
  /** The clock. */
  now(): Date;
}
