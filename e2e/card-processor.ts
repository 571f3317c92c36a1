/** The simulated card processor for the stories' server: the built program, on its database. */
import { join } from 'node:path';
import { startSimulator } from '../src/server/adapters/payments/simulator.ts';
import { StripePayments } from '../src/server/adapters/payments/stripe.ts';
import type { Context } from '../src/server/context.ts';

/** Gives a running node its card processor, and tells that one where its events go; answers what ends it. */
export function startCardProcessor({
  context,
  port,
}: {
  context: Context;
  port: number;
}): () => Promise<void> {
  const simulator = startSimulator({
    program: join(context.config.rootDir, 'dist/server/gateway.js'),
    connection: { connectionString: context.config.databaseUrl },
    secret: context.config.secret,
    webhookUrl: `http://127.0.0.1:${port}/api/payment-events`,
    onProblem: (message) => context.log.error(message),
  });
  (context as { payments: Context['payments'] }).payments = new StripePayments(() => simulator.access());
  return () => simulator.stop();
}
