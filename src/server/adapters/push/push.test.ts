/** The built-in push server, judged by other people's clients: `pusher-js` and `laravel-echo`, unmodified. */
import { createConnection } from 'node:net';
import Echo from 'laravel-echo';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type BuiltUser, buildProfile, buildStaff, buildUser } from '../../../../test/build.ts';
import { openPusher } from '../../../../test/pusher.ts';
import { makeNetworkOf } from '../../http/proxies.ts';
import { BuiltInPush } from './built-in.ts';
import { appEvent } from './port.ts';

let api: TestApi;
let push: BuiltInPush;
let port: number;
let user: BuiltUser;
let clients: Pusher[] = [];

beforeAll(async () => {
  api = await openTestApi();
  push = api.context.push as BuiltInPush;
  await push.attach(api.app.server);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  port = address && typeof address === 'object' ? address.port : 0;
  user = await buildUser(api.db);
});
afterEach(() => {
  for (const client of clients) client.disconnect();
  clients = [];
});
afterAll(() => push.close());

function connect(token?: string, key = 'maru', from = 'user'): Pusher {
  const client = openPusher(port, { token, key, params: { from } });
  clients.push(client);
  return client;
}

/** What the channel's next event of that name carries. */
const next = <T>(
  source: { bind(event: string, callback: (data: T) => void): unknown },
  event: string,
): Promise<T> => new Promise((resolve) => source.bind(event, resolve));

test('an upgrade of any address, and a client that goes away at once, leave the server up', async () => {
  for (const path of ['//', '/app', '/app/', '/%', 'http://[', '/app/maru?protocol=%', '*']) {
    const said = await new Promise<string>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        ),
      );
      socket.once('data', (data) => {
        resolve(data.toString('latin1'));
        socket.resetAndDestroy();
      });
    });
    expect(said, path).toMatch(path.startsWith('/app/maru') ? /^HTTP\/1.1 101/ : /^HTTP\/1.1 40[04]/);
  }
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

test('a public channel delivers what is broadcast, to every connection', async () => {
  const channels = [connect(), connect()].map((client) => client.subscribe('catalog'));
  await Promise.all(channels.map((channel) => next(channel, 'pusher:subscription_succeeded')));
  const heard = Promise.all(channels.map((channel) => next<object>(channel, 'new-episode')));
  await push.broadcast({ channel: 'catalog', event: 'new-episode', data: { title: '등대에서 온 편지' } });
  expect(await heard).toEqual([{ title: '등대에서 온 편지' }, { title: '등대에서 온 편지' }]);
});

test('a private channel lets in its own household only', async () => {
  const mine = connect(user.token).subscribe(`private-household.${user.householdId}`);
  await next(mine, 'pusher:subscription_succeeded');
  const heard = next<object>(mine, 'ping');
  await push.broadcast({ channel: `private-household.${user.householdId}`, event: 'ping', data: { n: 1 } });
  expect(await heard).toEqual({ n: 1 });

  const stranger = await buildUser(api.db);
  const theirs = connect(stranger.token).subscribe(`private-household.${user.householdId}`);
  expect(await next<{ status: number }>(theirs, 'pusher:subscription_error')).toMatchObject({ status: 403 });
  const guest = connect().subscribe(`private-household.${user.householdId}`);
  expect(await next<{ status: number }>(guest, 'pusher:subscription_error')).toMatchObject({ status: 401 });
});

test('the office channel is for staff who may see video assets', async () => {
  const [may, mayNot] = [
    await buildStaff(api.db),
    await buildStaff(api.db, { permissions: { programmes: ['read'] } }),
  ];
  const office = connect(may.token, 'maru', 'staff').subscribe('private-office');
  await next(office, 'pusher:subscription_succeeded');
  const other = connect(mayNot.token, 'maru', 'staff').subscribe('private-office');
  expect(await next<{ status: number }>(other, 'pusher:subscription_error')).toMatchObject({ status: 403 });
});

test('a forged signature is refused', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/maru?protocol=7&client=test&version=1`);
  const messages: { event: string; channel?: string }[] = [];
  const refused = new Promise<void>((resolve) => {
    socket.on('message', (raw) => {
      const message = JSON.parse(raw.toString());
      messages.push(message);
      if (message.event === 'pusher:connection_established') {
        const data = { channel: 'private-office', auth: `maru:${'0'.repeat(64)}` };
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data }));
      }
      if (message.event === 'pusher:subscription_error') resolve();
    });
  });
  await refused;
  expect(messages.map(({ event }) => event)).toEqual([
    'pusher:connection_established',
    'pusher:subscription_error',
  ]);
  socket.send('this is not JSON');
  await new Promise<void>((resolve) =>
    socket.on('message', (raw) => raw.toString().includes('4000') && resolve()),
  );
  socket.close();
});

test('a presence channel knows who of the household is there, and tells when somebody comes or goes', async () => {
  const channel = `presence-household.${user.householdId}`;
  type Members = {
    count: number;
    me: { id: string; info: object };
    get(id: string): { info: object } | null;
  };
  const join = async (token: string) => {
    const client = connect(token);
    const room = client.subscribe(channel);
    const members = await next<Members>(room, 'pusher:subscription_succeeded');
    return { client, room, members };
  };
  const profile = await buildProfile(api.db, { householdId: user.householdId, name: '서연' });
  await api.call('POST /api/account/profiles/{id}/enter', {
    token: user.token,
    params: { id: profile.id },
    body: {},
  });
  const first = await join(user.token);
  expect(first.members.count).toBe(1);
  expect(first.members.me).toEqual({ id: profile.id, info: { name: '서연' } });
  const login = await api.call('POST /api/login', {
    body: { username: user.username, password: user.password },
    headers: {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    },
  });

  // The second is another library: unmodified, it asks the same address.
  const came = next<{ id: string; info: object }>(first.room, 'pusher:member_added');
  const client = connect(login.body.data.token);
  const echo = new Echo({ broadcaster: 'pusher', key: 'maru', client });
  const here = await new Promise<object[]>((resolve) =>
    echo.join(`household.${user.householdId}`).here((all: object[]) => resolve(all)),
  );
  expect(here).toHaveLength(2);
  expect(await came).toEqual({ id: user.id, info: { name: 'Safari · iPhone' } });
  const said = next<object>(first.room, 'client-typing');
  client.channel(channel)?.trigger('client-typing', { on: true });
  expect(await said).toEqual({ on: true });
  const went = next<{ id: string }>(first.room, 'pusher:member_removed');
  client.disconnect();
  expect((await went).id).toBe(user.id);
});

test('a presence channel lets in nobody but its household, and no channel is made up', async () => {
  const stranger = await buildUser(api.db);
  const refused = async (token: string | undefined, name: string) =>
    next<{ status: number }>(connect(token).subscribe(name), 'pusher:subscription_error');
  const channel = `presence-household.${user.householdId}`;
  expect(await refused(stranger.token, channel)).toMatchObject({ status: 403 });
  expect(await refused(undefined, channel)).toMatchObject({ status: 401 });
  expect(await refused(user.token, 'presence-room')).toMatchObject({ status: 403 });
});

test('laravel-echo hears events of the App.Events namespace', async () => {
  const client = connect(user.token);
  const echo = new Echo({ broadcaster: 'pusher', key: 'maru', client, namespace: 'App.Events' });
  const channel = echo.private(`household.${user.householdId}`);
  await new Promise<void>((resolve) => channel.subscribed(() => resolve()));
  const heard = new Promise((resolve) => channel.listen('Notified', resolve));
  await push.broadcast(appEvent(`private-household.${user.householdId}`, 'Notified', { kind: 'notice' }));
  expect(await heard).toEqual({ kind: 'notice' });
});

test('a client whose connection was dropped comes back and is subscribed again', async () => {
  const client = connect();
  const channel = client.subscribe('catalog');
  await next(channel, 'pusher:subscription_succeeded');
  const again = next(channel, 'pusher:subscription_succeeded');
  push.dropAll();
  await again;
  const heard = next<object>(channel, 'after');
  await push.broadcast({ channel: 'catalog', event: 'after', data: {} });
  expect(await heard).toEqual({});
});

test('an unknown app key is told so', async () => {
  const client = connect(undefined, 'another');
  const error = await next<{ error?: { data?: { code?: number } } }>(client.connection, 'error');
  expect(error.error?.data?.code).toBe(4001);
});

test('a message longer than the protocol carries is refused before it is sent', async () => {
  const data = 'x'.repeat(8000);
  await expect(push.broadcast({ channel: 'catalog', event: 'long', data })).rejects.toThrow(RangeError);
});

test('a client that floods the server is ended, and others are not', async () => {
  const calm = connect().subscribe('catalog');
  await next(calm, 'pusher:subscription_succeeded');
  const flood = new WebSocket(`ws://127.0.0.1:${port}/app/maru?protocol=7`);
  const code = new Promise<number>((resolve) => flood.once('close', resolve));
  await new Promise((resolve) => flood.once('open', resolve));
  for (let sent = 0; sent < 200; sent += 1) flood.send('{"event":"pusher:ping","data":"{}"}');
  expect(await code).toBe(4100);
  const heard = next<object>(calm, 'notice');
  await push.broadcast({ channel: 'catalog', event: 'notice', data: { id: 1 } });
  expect(await heard).toEqual({ id: 1 });
});

test('one network holds so many connections, and each so many channels; whoever is over capacity comes back later', async () => {
  const own = await openTestApi({
    trustProxy: 1,
    connections: { max: 1000, maxPerNetwork: 1000, maxIdleMs: 60_000 },
  });
  const { config, log } = own.context;
  const bounded = new BuiltInPush({
    key: config.pushKey,
    secret: config.secret,
    pool: own.pool,
    log,
    networkOf: makeNetworkOf(config),
    maxSockets: 202,
  });
  await bounded.attach(own.app.server);
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { port: to } = own.app.server.address() as { port: number };
  const opened: WebSocket[] = [];
  const open = (address: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${to}/app/maru?protocol=7`, {
        headers: { 'x-forwarded-for': address },
      });
      opened.push(socket);
      socket.once('message', (text) => resolve(String(text)));
    });
  const crowd = await Promise.all(Array.from({ length: 201 }, () => open('8.8.8.8')));
  expect(crowd.filter((text) => text.includes('connection_established'))).toHaveLength(200);
  expect(crowd.filter((text) => text.includes('pusher:error'))).toHaveLength(1);
  expect(await open('8.8.4.4')).toContain('connection_established');
  expect(await open('8.8.4.5')).toContain('connection_established');
  expect(await open('8.8.4.6')).toContain('pusher:error');

  const socket = opened.at(-2) as WebSocket;
  const answers = new Promise<string[]>((resolve) => {
    const texts: string[] = [];
    socket.on('message', (text) => {
      texts.push(String(text));
      if (texts.length === 21) resolve(texts);
    });
  });
  for (let n = 0; n < 21; n += 1)
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: `channel-${n}`, auth: '' } }));
  expect((await answers).filter((text) => text.includes('subscription_error'))).toHaveLength(1);
  for (const each of opened) each.terminate();
  await expect.poll(() => open('8.8.8.8')).toContain('connection_established');
  for (const each of opened) each.terminate();
  await bounded.close();
});
