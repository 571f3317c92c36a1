/** The real application on a test database, called over HTTP without a socket. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll } from 'vitest';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls, type TypesOf } from '../src/contract/calls.ts';
import { buildApp } from '../src/server/app.ts';
import { type Config, readConfig } from '../src/server/config.ts';
import type { Context } from '../src/server/context.ts';
import { makeContext } from '../src/server/make-context.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

type Part<T> = [T] extends [never] ? undefined : T;

export interface Sent<K extends CallName> {
  params?: Part<TypesOf<K>['sent']['params']>;
  query?: Part<TypesOf<K>['sent']['query']>;
  body?: Part<TypesOf<K>['sent']['body']> | Buffer;
  token?: string | undefined;
  locale?: 'ko' | 'en';
  headers?: Record<string, string>;
}

export interface Answered<K extends CallName> {
  status: number;
  headers: Record<string, unknown>;
  /** The answer's body, checked against the contract when the status is 200. */
  body: TypesOf<K>['answer'] & { message?: string; code?: string; errors?: Record<string, string[]> };
}

/** Opens personal data of a record, or with null of a list, to a member of staff. */
export const openData = (api: TestApi, token: string, resource: string, id: string | null) =>
  api.call('POST /api/admin/personal-data-openings', {
    token,
    body: { resource, id, reason: 'The customer called' },
  });

export interface TestApi extends TestDatabase {
  app: FastifyInstance;
  context: Context;
  /** Calls by name. A 200 answer is checked against the contract; a 5xx throws, whatever was expected. */
  call<K extends CallName>(name: K, sent?: Sent<K>): Promise<Answered<K>>;
  /** Sets the clock that the rules read. */
  setNow(at: Date | undefined): void;
}

/** Builds the application for one test file, and takes it down after. `log`: where it writes, for tests that read that. */
export async function openTestApi(
  overrides: Partial<Config> = {},
  log = pino({ level: 'error' }),
): Promise<TestApi> {
  const database = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-test-'));
  const config = {
    ...readConfig({
      MARU_DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      MARU_DEMO: 'false',
      MARU_STAFF_TWO_STEP: 'optional',
    }),
    // A test sends more requests per second than the rate limits allow.
    builds: { share: 1, burstMs: Number.POSITIVE_INFINITY, maxWaitMs: 0 },
    ...overrides,
  };
  let now: Date | undefined;
  const context = makeContext({
    config,
    db: database.db,
    pool: database.pool,
    searchDb: database.searchDb,
    log,
    now: () => now ?? new Date(),
  });
  const app = await buildApp(context);
  afterAll(async () => {
    await app.close();
    await context.mail.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    ...database,
    app,
    context,
    setNow: (at) => {
      now = at;
      context.responseCache.clear();
    },
    async call(name, sent = {}) {
      const [method, path] = name.split(' ') as ['GET', string];
      const params = (sent.params ?? {}) as Record<string, unknown>;
      const url = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
      const query = Object.fromEntries(
        Object.entries(sent.query ?? {})
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => [key, String(value)]),
      );
      const bytes = Buffer.isBuffer(sent.body);
      const response = await app.inject({
        method,
        url,
        query,
        headers: {
          'x-locale': sent.locale ?? 'ko',
          ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
          ...(bytes ? { 'content-type': 'application/octet-stream' } : {}),
          ...sent.headers,
        },
        ...(sent.body === undefined ? {} : { payload: sent.body as object }),
      });
      if (response.statusCode >= 500)
        throw new Error(`${name} answered ${response.statusCode}: ${response.body}`);
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const body = isJson && response.body ? response.json() : response.body;
      const { answer } = calls[name] as CallDefinition;
      if (response.statusCode === 200 && answer !== 'bytes') answer.parse(body);
      return { status: response.statusCode, headers: response.headers, body };
    },
  };
}
