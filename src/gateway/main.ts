/**
 * The simulated card gateway: a program of its own that speaks as much of Stripe's API as the service uses. The service starts it
 * with the demo, tells it its settings, and knows it by HTTP alone. It ends with who started it, also when that was killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrateGateway } from './schema.ts';
import { GatewayServer, type GatewaySettings } from './server.ts';
import { sendDueEvents } from './webhooks.ts';

/** How long what is late, or was not taken, may wait longer than it has to. */
const lookEveryMs = 500;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

async function run(settings: GatewaySettings): Promise<void> {
  const pool = new pg.Pool({ application_name: 'maru-gateway', max: 8, ...settings.connection });
  const lost = () => {};
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  let wake = () => {};
  let url = settings.webhookUrl;
  process.on('message', (message: { webhookUrl?: string }) => {
    if (typeof message?.webhookUrl === 'string') url = message.webhookUrl;
    wake();
  });
  await migrateGateway(pool);
  const gateway = new GatewayServer(pool, settings, () => wake());
  const { port } = await gateway.listen();
  process.send?.({ port });
  for (;;) {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // The database may be started again meanwhile.
    const more = await sendDueEvents(pool, settings.webhookSecret, url).catch(() => false);
    if (!more) await Promise.race([woken, sleep(lookEveryMs)]);
  }
}

for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));
process.once('message', (settings: GatewaySettings) => {
  run(settings).catch((error) => {
    console.error(`gateway: ${error instanceof Error ? error.message : 'failed'}`);
    process.exit(1);
  });
});
