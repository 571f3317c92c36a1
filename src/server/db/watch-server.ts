/**
 * Notices a database server that has stopped, or cannot be reached, while connections to it are open. Such connections stay open,
 * and `statement_timeout` runs in the stopped server, so requests would wait for as long as it is stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The pause between two questions to the server. */
const pulseMs = 2_000;
/** The time limit of an answer. After two missing answers the server counts as stopped. */
const maxSilenceMs = 3_500;

/** The open connections of pools. */
export class OpenClients {
  readonly #clients = new Set<pg.PoolClient>();

  add(pool: pg.Pool): void {
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** Breaks all connections: their queries fail as those of a lost connection do. */
  break(): void {
    for (const client of this.#clients)
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** Asks the server repeatedly. Breaks the connections when it does not answer. Returns the function that ends this. */
export function watchServer(
  connection: pg.ClientConfig,
  clients: OpenClients,
  onSilence: (error: unknown) => unknown,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: pg.Client | undefined;

  const ask = async () => {
    try {
      if (!client) {
        client = new pg.Client({
          ...connection,
          application_name: 'maru watch',
          connectionTimeoutMillis: maxSilenceMs,
          query_timeout: maxSilenceMs,
        });
        client.on('error', () => {});
        await client.connect();
      }
      await client.query('select 1');
    } catch (error) {
      void client?.end().catch(() => {});
      client = undefined;
      throw error;
    }
  };
  const watch = async () => {
    let wasSilent = false;
    while (!signal.aborted) {
      await sleep(pulseMs, undefined, { signal });
      // A second question: the first may have been late because this process was.
      const silence = await ask()
        .catch(() => (signal.aborted ? undefined : ask()))
        .then(() => undefined)
        // A refusal is an answer, such as that the server has no free connection.
        .catch((error: unknown) => (error instanceof pg.DatabaseError ? undefined : error));
      if (signal.aborted) return;
      if (silence !== undefined) {
        clients.break();
        if (!wasSilent) onSilence(silence);
      }
      wasSilent = silence !== undefined;
    }
  };
  const watching = watch().catch(() => {});
  return async () => {
    stopping.abort();
    await client?.end().catch(() => {});
    await watching;
    await client?.end().catch(() => {});
  };
}
