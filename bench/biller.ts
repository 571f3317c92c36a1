/**
 * A node of the service as of a day in 2030, which renews, charges and answers when it is told to: a process of its own, so that its
 * memory and CPU are its own. One JSON argument; a message is a task, its answer what was done, with CPU and memory.
 */
import pino from 'pino';
import { StripePayments } from '../src/server/adapters/payments/stripe.ts';
import { buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { openPool } from '../src/server/db/client.ts';
import { makeContext } from '../src/server/make-context.ts';
import { chargeDue } from '../src/server/modules/billing/charge-due.service.ts';
import { advanceSubscriptions } from '../src/server/modules/billing/subscriptions.service.ts';

export type BillerTask = 'renew' | 'charge' | 'serve';
export interface BillerAnswer {
  /** How many; of `serve`, the port. */
  done: number;
  cpuMs: number;
  /** The most that the process has held so far. */
  peakMb: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as {
  dataDir: string;
  databaseUrl: string;
  rootDir: string;
  secret: string;
  gatewayPort: number;
  now: string;
};
const config = readConfig(
  { MARU_DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl, MARU_SECRET: settings.secret },
  settings.rootDir,
);
const context = makeContext({
  config: { ...config, builds: { share: 1, burstMs: Number.POSITIVE_INFINITY, maxWaitMs: 0 } },
  pool: openPool({ connectionString: settings.databaseUrl, max: 16 }, () => {}),
  log: pino({ level: 'error' }),
  // The clock runs, so that one batch is not of the same instant as a million others.
  now: () => new Date(Date.parse(settings.now) + performance.now()),
  payments: new StripePayments(async () => ({
    secretKey: 'sk_test_bench',
    publishableKey: 'pk_test_bench',
    webhookSecret: 'whsec_bench',
    simulator: { host: '127.0.0.1', port: settings.gatewayPort },
  })),
});

const tasks: Record<BillerTask, () => Promise<number>> = {
  async renew() {
    let done = 0;
    for (let some = await advanceSubscriptions(context); some > 0; some = await advanceSubscriptions(context))
      done += some;
    return done;
  },
  charge: () => chargeDue(context),
  async serve() {
    const app = await buildApp(context);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    return address && typeof address === 'object' ? address.port : 0;
  },
};

process.on('message', async (task: BillerTask) => {
  const before = process.cpuUsage();
  const done = await tasks[task]();
  const { user, system } = process.cpuUsage(before);
  const answer: BillerAnswer = {
    done,
    cpuMs: (user + system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(answer);
});
process.on('disconnect', () => process.exit(0));
