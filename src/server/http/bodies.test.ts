import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { buildUser } from '../../../test/build.ts';
import { boundBodies, maxBodyBytes } from './bodies.ts';
import { answerError } from './errors.ts';

const api = await openTestApi({ connections: { max: 100, maxPerNetwork: 20, maxIdleMs: 60_000 } });
await api.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = api.app.server.address() as { port: number };
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Opens a connection, sends text, and returns what is received until it closes or a whole head has arrived. */
function converse(text: string, to = port): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1');
    sockets.push(socket);
    let received = '';
    socket.on('connect', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.includes('\r\n\r\n')) resolve(received);
    });
    socket.on('close', () => resolve(received));
    socket.on('error', () => resolve(received));
  });
}

const post = (path: string, length: number, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n{`;

describe('a body', () => {
  test('of more than 64 KiB is refused where a call declares no more, before it has come', async () => {
    expect(await converse(post('/api/login', maxBodyBytes + 1))).toMatch(/^HTTP\/1.1 413 /);
    expect(await converse(post('/nowhere', maxBodyBytes + 1))).toMatch(/^HTTP\/1.1 4(04|13) /);
  });

  test('is not waited for from whoever may not call', async () => {
    for (const path of ['/api/admin/categories', '/api/account/profiles', '/api/playback/sessions'])
      expect(await converse(post(path, 1000)), path).toMatch(/^HTTP\/1.1 401 /);
    const viewer = await buildUser(api.db);
    const bearer = `Authorization: Bearer ${viewer.token}\r\n`;
    expect(await converse(post('/api/admin/categories', 1000, bearer))).toMatch(/^HTTP\/1.1 401 /);
    const asset = '01890000-0000-7000-8000-000000000000';
    const captions = `/api/admin/assets/${asset}/captions/ko`;
    expect(await converse(post(captions, 2_000_000).replace('POST', 'PUT'))).toMatch(/^HTTP\/1.1 401 /);
  });

  test('that does not arrive in time is answered, and its connection closed', async () => {
    const app = Fastify();
    app.decorateRequest('locale', 'ko');
    app.setErrorHandler(answerError);
    boundBodies(app, 50);
    app.post('/late', async () => ({ ok: true }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const late = await converse(post('/late', 10), (app.server.address() as { port: number }).port);
    expect(late).toMatch(/^HTTP\/1.1 408 /);
    expect(late.toLowerCase()).toContain('connection: close');
    await app.close();
  });

  test('finds no room beside too many that are not whole', async () => {
    const app = Fastify({ forceCloseConnections: true, bodyLimit: 9 * 2 ** 20 });
    app.decorateRequest('locale', 'ko');
    app.setErrorHandler(answerError);
    boundBodies(app);
    app.post('/', async () => ({ ok: true }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const to = (app.server.address() as { port: number }).port;
    const waiting = connect(to, '127.0.0.1');
    sockets.push(waiting);
    waiting.write(post('/', 9 * 2 ** 20));
    const second = await new Promise<string>((resolve) => {
      // The first is known once a short request behind it has been answered.
      converse('GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n', to).then(async () =>
        resolve(await converse(post('/', 9 * 2 ** 20), to)),
      );
    });
    expect(second).toMatch(/^HTTP\/1.1 503 /);
    expect(second.toLowerCase()).toContain('retry-after: ');
    waiting.destroy();
    await expect.poll(() => converse(`${post('/', 2)}}`, to)).toMatch(/^HTTP\/1.1 200 /);
    await app.close();
  });
});

test('one network holds no more connections than its share', async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const open = () =>
    new Promise<'kept' | 'closed'>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('data', () => resolve('kept'));
      socket.on('close', () => resolve('closed'));
      socket.on('error', () => resolve('closed'));
      socket.write(`GET /robots.txt HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    });
  await expect
    .poll(() => new Promise((resolve) => api.app.server.getConnections((_, count) => resolve(count))))
    .toBe(0);
  const all = await Promise.all(Array.from({ length: 30 }, open));
  expect(all.filter((state) => state === 'kept')).toHaveLength(20);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(open).toBe('kept');
});

test('a reader that stops reading is let go', async () => {
  const own = await openTestApi({ connections: { max: 100, maxPerNetwork: 20, maxIdleMs: 500 } });
  own.app.get('/endless', (_request, reply) =>
    reply.send(
      new Readable({
        read() {
          this.push(Buffer.alloc(65_536));
        },
      }),
    ),
  );
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const to = (own.app.server.address() as { port: number }).port;
  const socket = connect(to, '127.0.0.1');
  sockets.push(socket);
  socket.write(`GET /endless HTTP/1.1\r\nHost: localhost:${to}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const open = () => new Promise((resolve) => own.app.server.getConnections((_, count) => resolve(count)));
  expect(await open()).toBe(1);
  await expect.poll(open, { timeout: 5000 }).toBe(0);
});
