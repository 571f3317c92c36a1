/** Listens for notifications over a connection of a pool, and connects again when it is lost. */
import type pg from 'pg';

/** The pause before each new attempt to connect. */
const retryMs = 1_000;

interface Listening {
  channel: string;
  onNotification: (payload: string) => void;
  /** Notifications may have been missed: the connection is new, or it was lost. */
  onGap?: () => void;
}

/** Resolves when it listens. Returns the function that ends this and frees the connection. */
export async function listen(
  pool: pg.Pool,
  { channel, onNotification, onGap = () => {} }: Listening,
): Promise<() => void> {
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const connect = async () => {
    const fresh = await pool.connect();
    // A loss is reported twice, as an error and as an end.
    const onLoss = () => {
      if (client !== fresh) return;
      client = undefined;
      fresh.release(true);
      retry();
    };
    fresh.on('error', onLoss);
    fresh.on('end', onLoss);
    fresh.on('notification', (message) => {
      if (message.channel === channel && message.payload) onNotification(message.payload);
    });
    try {
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      fresh.release(true);
      throw error;
    }
    if (isStopped) return fresh.release(true);
    client = fresh;
    onGap();
  };
  const retry = () => {
    if (isStopped) return;
    onGap();
    timer = setTimeout(() => connect().catch(retry), retryMs);
  };
  await connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    const last = client;
    client = undefined;
    last?.release(true);
  };
}
