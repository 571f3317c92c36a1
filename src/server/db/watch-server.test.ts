import { connect, createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from './client.ts';
import { OpenClients, watchServer } from './watch-server.ts';

/** A route to the database that can be frozen: connections stay open, and nothing comes back. */
async function openRoute() {
  const { host, port } = inject('testDatabase').connection;
  const pairs: [Socket, Socket][] = [];
  let isFrozen = false;
  const server = createServer((from) => {
    const to = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [from, to]) socket.on('error', () => {});
    from.on('data', (bytes) => isFrozen || to.write(bytes)).on('close', () => to.destroy());
    to.on('data', (bytes) => isFrozen || from.write(bytes)).on('close', () => from.destroy());
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
  return { port: (server.address() as { port: number }).port, freeze };
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
