/** A server that answers some requests at once, as a process of its own, for the test that kills it meanwhile. */
import pino from 'pino';
import { StripePayments } from '../src/server/adapters/payments/stripe.ts';
import type { StripeAccess } from '../src/server/adapters/payments/stripe-client.ts';
import { buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { openPool } from '../src/server/db/client.ts';
import { makeContext } from '../src/server/make-context.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  dataDir: string;
  access: StripeAccess;
  /** Where its clock begins, in milliseconds. */
  from: number;
  requests: { url: string; token: string; body: object }[];
};
const started = Date.now();
const app = await buildApp(
  makeContext({
    config: readConfig({
      MARU_DATA_DIR: settings.dataDir,
      MARU_ROLE: 'web',
      MARU_DEMO: 'false',
      MARU_STAFF_TWO_STEP: 'optional',
    }),
    pool: openPool({ connectionString: settings.databaseUrl }, () => {}),
    log: pino({ level: 'silent' }),
    payments: new StripePayments(async () => settings.access),
    now: () => new Date(settings.from + (Date.now() - started)),
  }),
);
process.stdout.write('ready\n');
await Promise.all(
  settings.requests.map(async ({ url, token, body }) => {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    });
    process.stdout.write(`answered ${answer.statusCode} ${answer.body}\n`);
  }),
);
await new Promise(() => setInterval(() => {}, 60_000));
