/** What the parts of the server share: made once at the start, passed as an argument. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Mail } from './adapters/mail/port.ts';
import type { Push } from './adapters/push/port.ts';
import type { Storage } from './adapters/storage/port.ts';
import type { WebPush } from './adapters/web-push/port.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { KeptAnswers } from './http/kept.ts';

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
  kept: KeptAnswers;
  log: FastifyBaseLogger;
  /** The clock. */
  now(): Date;
}
