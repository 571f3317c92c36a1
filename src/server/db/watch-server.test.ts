import { connect, createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from './client.ts';
import { listen } from './listener.ts';
import { OpenClients, watchServer } from './watch-server.ts';

/** A route to the database. Connections that are frozen or lost stay open, and nothing comes back. */
async function openRoute() {
  const { host, port } = inject('testDatabase').connection;
  const pairs: [Socket, Socket][] = [];
  const lost = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((from) => {
    const to = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [from, to]) socket.on('error', () => {});
    const isSilent = () => isFrozen || lost.has(from);
    from.on('data', (bytes) => isSilent() || to.write(bytes)).on('close', () => to.destroy());
    to.on('data', (bytes) => isSilent() || from.write(bytes)).on('close', () => from.destroy());
    pairs.push([from, to]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy();
    server.close();
  });
  const freeze = (to: boolean) => {
    isFrozen = to;
  };
  /** Silences the connections that are open now, for good. New ones work. */
  const lose = () => {
    for (const [from] of pairs) lost.add(from);
  };
  return { port: (server.address() as { port: number }).port, freeze, lose };
}

test('a stopped server fails open connections within ten seconds, and works again afterwards', {
  timeout: 60_000,
}, async () => {
  const { connection } = inject('testDatabase');
  const { port, freeze } = await openRoute();
  const through = { ...connection, host: '127.0.0.1', port, database: 'postgres' };
  const pool = openPool({ ...through, max: 2, connectionTimeoutMillis: 1_000 }, () => {});
  const clients = new OpenClients();
  clients.add(pool);
  let silences = 0;
  const stop = watchServer(through, clients, () => {
    silences += 1;
  });
  onTestFinished(async () => {
    await stop();
    await pool.end();
  });
  await pool.query('select 1');
  freeze(true);
  await expect(pool.query('select 1')).rejects.toThrow('Connection terminated');
  await expect.poll(() => silences).toBeGreaterThan(0);
  freeze(false);
  await expect.poll(() => pool.query('select 1').then(() => 'works', String)).toBe('works');
});

test('a silent failover is noticed, and a listener hears of changes over a new connection', {
  timeout: 60_000,
}, async () => {
  const { connection } = inject('testDatabase');
  const { port, lose } = await openRoute();
  const through = { ...connection, host: '127.0.0.1', port, database: 'postgres' };
  const pool = openPool({ ...through, max: 2, connectionTimeoutMillis: 1_000 }, () => {});
  const clients = new OpenClients();
  clients.add(pool);
  let silences = 0;
  const stop = watchServer(through, clients, () => {
    silences += 1;
  });
  const heard: string[] = [];
  let gaps = 0;
  const stopListening = await listen(pool, {
    channel: 'watch_test',
    onNotification: (payload) => heard.push(payload),
    onGap: () => {
      gaps += 1;
    },
  });
  onTestFinished(async () => {
    await stop();
    stopListening();
    await pool.end();
  });
  const notify = (payload: string) => pool.query('select pg_notify($1, $2)', ['watch_test', payload]);
  await notify('before');
  await expect.poll(() => heard).toEqual(['before']);
  const watching = "select pid from pg_stat_activity where application_name = 'maru watch'";
  await expect.poll(async () => (await pool.query(watching)).rowCount, { timeout: 10_000 }).toBe(1);
  lose();
  await expect(notify('during')).rejects.toThrow('Connection terminated');
  expect(silences).toBe(1);
  // One when it began, one of the loss, one of the new connection.
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(3);
  await notify('after');
  await expect.poll(() => heard).toEqual(['before', 'after']);
});

test('a server that refuses the question is not silent, and its connections stay', {
  timeout: 30_000,
}, async () => {
  const { connection } = inject('testDatabase');
  const pool = openPool({ ...connection, database: 'postgres', max: 1 }, () => {});
  const clients = new OpenClients();
  clients.add(pool);
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await pid();
  let silences = 0;
  const stop = watchServer({ ...connection, database: 'no_such_database' }, clients, () => {
    silences += 1;
  });
  onTestFinished(async () => {
    await stop();
    await pool.end();
  });
  // Two questions.
  await new Promise((done) => setTimeout(done, 5_000));
  expect(await pid()).toBe(before);
  expect(silences).toBe(0);
});
