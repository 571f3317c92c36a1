/**
 * Notices a database server that has stopped, or cannot be reached, while connections to it are open. Such connections stay open,
 * and `statement_timeout` runs in the stopped server, so requests would wait for as long as it is stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The pause between two questions to the server. */
const pulseMs = 2_000;
/** The time limit of a connection or an answer. After twice this time the server counts as stopped. */
const maxSilenceMs = 3_500;

/** A connection on which no answer arrives, as when another server has replaced its server. New connections may work. */
class NoAnswer extends Error {
  override message = 'no answer';
}

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
        });
        client.on('error', () => {});
        await client.connect();
      }
      await answerOf(client, signal);
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
      const silence = await ask()
        // A lost connection may be the only one. The first attempt to connect may be late because this process is.
        .catch((error: unknown) => {
          if (error instanceof NoAnswer) throw error;
          return signal.aborted ? undefined : ask();
        })
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

/** Asks one question. The time limit is applied twice: the first one may pass before the answer because this process is late. */
async function answerOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  const answer = client.query('select 1').then(() => true);
  answer.catch(() => {});
  for (let round = 0; round < 2; round += 1)
    if (await Promise.race([answer, sleep(maxSilenceMs, false, { signal })])) return;
  throw new NoAnswer();
}
