/** A worker that only renews, charges and refunds, as a process of its own with a clock that runs fast, for the test that kills it. */
import pino from 'pino';
import { StripePayments } from '../src/server/adapters/payments/stripe.ts';
import type { StripeAccess } from '../src/server/adapters/payments/stripe-client.ts';
import { readConfig } from '../src/server/config.ts';
import { openPool } from '../src/server/db/client.ts';
import { makeContext } from '../src/server/make-context.ts';
import { chargeDue } from '../src/server/modules/billing/charge-due.service.ts';
import { settleLost } from '../src/server/modules/billing/payments.service.ts';
import { carryOutRefunds } from '../src/server/modules/billing/refunds.service.ts';
import { advanceSubscriptions } from '../src/server/modules/billing/subscriptions.service.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  dataDir: string;
  access: StripeAccess;
  /** Where its clock begins, in milliseconds, and how many times as fast it runs. */
  from: number;
  speed: number;
};
const started = Date.now();
const context = makeContext({
  config: readConfig({ MARU_DATA_DIR: settings.dataDir, MARU_ROLE: 'worker', MARU_DEMO: 'false' }),
  pool: openPool({ connectionString: settings.databaseUrl }, () => {}),
  log: pino({ level: 'silent' }),
  payments: new StripePayments(async () => settings.access),
  now: () => new Date(settings.from + (Date.now() - started) * settings.speed),
});
process.stdout.write('ready\n');
for (;;) {
  // Another one, or the card processor, may have been killed: the next round goes on.
  const said = (error: Error) => process.stdout.write(`${error.stack}\n`);
  await advanceSubscriptions(context, 5).catch(said);
  await chargeDue(context).catch(said);
  await settleLost(context).catch(said);
  await carryOutRefunds(context).catch(said);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
