/** Starts a node of the service from its configuration, and stops it again. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { startSimulator } from './adapters/payments/simulator.ts';
import { StripePayments } from './adapters/payments/stripe.ts';
import { BuiltInPush } from './adapters/push/built-in.ts';
import { HostedPush } from './adapters/push/hosted.ts';
import type { Push } from './adapters/push/port.ts';
import { StripeTaxes } from './adapters/taxes/stripe.ts';
import { buildApp } from './app.ts';
import { listenForChanges } from './cache/changes.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase, openPool } from './db/client.ts';
import { type EmbeddedDatabase, startEmbedded } from './db/embedded.ts';
import { migrateDatabase } from './db/migrate.ts';
import { OpenClients, watchServer } from './db/watch-server.ts';
import { drainOnClose } from './http/drain.ts';
import { makeNetworkOf } from './http/proxies.ts';
import { freeDeadLocks, runJobs } from './jobs/worker.ts';
import { makeContext } from './make-context.ts';
import { allJobs, modules, recurringJobs } from './modules.ts';
import { must } from './must.ts';
import { StartupError } from './startup-error.ts';
import { errorCode, toError } from './unknown-value.ts';

interface RunningNode {
  context: Context;
  app: FastifyInstance | undefined;
  port: number;
  stop(): Promise<void>;
}

/** The time limit of a statement, so that a broken one does not hold a connection for ever. */
const maxQueryMs = 60_000;
/** Searches keep the database busy, so more of them at once would only wait for each other there. */
const searchConnections = 4;
/** Connections that listen for changes of content and for push messages, besides those for queries. */
const listeningConnections = 2;
/** The time limit of a search: a longer one would keep others from searching. */
const maxSearchMs = 2_000;

/** The path of the card processor's webhooks. */
const paymentEventsPath = '/api/payment-events';
/** The time that a stop leaves to the queries that still run when requests and jobs have ended. */
const maxLeftoverMs = 3_000;

/**
 * Starts the parts of the role. `say` prints progress at the terminal. `isStopping`: whether a signal has already asked the process to
 * stop.
 */
export async function startNode(
  config: Config,
  say: (line: string) => void,
  isStopping: () => boolean = () => false,
): Promise<RunningNode> {
  const log = pino({ level: config.logLevel });
  if (config.role !== 'worker') await requireFreePort(config);

  let embedded: EmbeddedDatabase | undefined;
  if (!config.databaseUrl) {
    embedded = await startEmbedded(config.dataDir, {}, (message) => log.warn(message));
    say(embedded.adopted ? 'The database was still running; using it.' : 'The database is running.');
  }
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    for (const end of stops.reverse())
      await end().catch((error) => log.warn({ err: error }, 'while stopping'));
    await embedded?.stop();
  };
  // Each call waits for the same stop.
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };
  try {
    const connection = embedded ? embedded.connection : { connectionString: config.databaseUrl };
    const clients = new OpenClients();
    const open = (max: number, how: Parameters<typeof openPool>[2], maxStatementMs = maxQueryMs) => {
      const pool = openPool(
        {
          ...connection,
          max,
          connectionTimeoutMillis: 10_000,
          statement_timeout: maxStatementMs,
          // A connection's plans end with it.
          ...(how === 'plannedOnce' ? { idleTimeoutMillis: 0 } : {}),
        },
        // A connection that is being closed may yet hear that the database of ours is shutting down.
        (error) => {
          if (!stopping) log.warn({ reason: error.message }, 'a database connection was lost');
        },
        how,
      );
      clients.add(pool);
      stops.push(() => pool.end());
      return pool;
    };
    const pool = open(config.databasePoolSize + listeningConnections, 'planning');
    const searchPool = open(searchConnections, 'plannedOnce', maxSearchMs);
    // The pools wait for what still runs beside requests and jobs: the load of the demo.
    stops.push(async () => void setTimeout(() => clients.break(), maxLeftoverMs).unref());
    await pool.query('select 1').catch((error: Error) => {
      const { host } = new URL(config.databaseUrl ?? 'postgresql://embedded');
      throw new StartupError(
        `Maru cannot use the database of DATABASE_URL (${host}): ${error.message || errorCode(error)}`,
      );
    });
    await migrateDatabase(pool, config.rootDir);
    stops.push(
      watchServer(connection, clients, (error) =>
        log.warn({ reason: toError(error).message }, 'the database does not answer'),
      ),
    );
    // The demo's card processor, never beside real keys. It starts in the background.
    const simulator =
      config.demo && !config.stripe
        ? startSimulator({
            program: join(config.rootDir, 'dist/server/gateway.js'),
            connection,
            secret: config.secret,
            onProblem: (message) => log.warn(message),
            isStopping: () => stopping !== undefined || isStopping(),
          })
        : undefined;
    if (simulator) stops.push(() => simulator.stop());

    const builtIn = config.hostedPush
      ? undefined
      : new BuiltInPush({
          key: config.pushKey,
          secret: config.secret,
          pool,
          log,
          networkOf: makeNetworkOf(config),
        });
    const push: Push = builtIn ?? new HostedPush(must(config.hostedPush, 'push service'));
    const context = makeContext({
      config,
      pool,
      searchDb: openDatabase(searchPool),
      push,
      log,
      ...(simulator && { payments: new StripePayments(() => simulator.access()) }),
      ...(simulator && config.taxes === 'stripe' && { taxes: new StripeTaxes(() => simulator.access()) }),
    });
    stops.push(() => context.mail.close());
    if (config.role !== 'web') {
      await freeDeadLocks(context, embedded !== undefined);
      for (const { watch } of modules) {
        const unwatch = await watch?.(context);
        if (unwatch) stops.push(async () => unwatch());
      }
      const runner = await runJobs(context, allJobs(), recurringJobs());
      stops.push(() => runner.stop());
    }
    // Listening comes last: who is answered may use everything.
    let served: FastifyInstance | undefined;
    let port = config.port;
    if (config.role !== 'worker') {
      stops.push(await listenForChanges(context));
      const app = await buildApp(context);
      served = app;
      drainOnClose(app);
      stops.push(() => app.close());
      // Its connections are closed first: the server waits for them, and clients connect to another node.
      if (builtIn) {
        await builtIn.attach(app.server);
        stops.push(() => builtIn.close());
      }
      await app.listen({ port: config.port, host: config.host }).catch((error) => {
        throw portError(config, error);
      });
      const address = app.server.address();
      if (address && typeof address === 'object') port = address.port;
      simulator?.sendEventsTo(`http://127.0.0.1:${port}${paymentEventsPath}`);
    }
    return { context, app: served, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Refuses a taken port before anything slow begins. */
async function requireFreePort(config: Config): Promise<void> {
  if (config.port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portError(config, error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

function portError(config: Config, error: unknown): Error {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${config.port} is taken by another program. Stop it, or choose another port: PORT=${config.port + 1} npm start`,
    );
  }
  if (code === 'EACCES')
    return new StartupError(
      `Port ${config.port} needs administrator rights. Choose one above 1023 with PORT.`,
    );
  return toError(error);
}
