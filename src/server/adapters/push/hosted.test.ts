/** The hosted service's adapter against its documented HTTP API, and its signatures against the built-in server's. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostedPush } from './hosted.ts';

const app = { appId: '4711', key: 'app-key', secret: 'app-secret', cluster: 'mt1' };
let server: Server;
let push: HostedPush;
const heard: { path: string; body: Record<string, unknown> }[] = [];

/** https://pusher.com/docs/channels/library_auth_reference/rest-api/#authentication */
function isSigned(method: string, url: URL, body: string): boolean {
  const { searchParams } = url;
  const signature = searchParams.get('auth_signature');
  searchParams.delete('auth_signature');
  const query = [...searchParams.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const right = createHmac('sha256', app.secret).update(`${method}\n${url.pathname}\n${query}`).digest('hex');
  const sum = createHash('md5').update(body).digest('hex');
  return (
    signature === right && searchParams.get('body_md5') === sum && searchParams.get('auth_key') === app.key
  );
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (!isSigned(request.method ?? '', url, body)) {
        response.writeHead(401).end('{}');
        return;
      }
      heard.push({ path: url.pathname, body: JSON.parse(body) });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  push = new HostedPush(app, { host: '127.0.0.1', port: String(port) });
});
afterAll(() => server.close());

test('an event goes to the service, signed', async () => {
  await push.broadcast({
    channel: 'catalog',
    event: 'App\\Events\\EpisodePublished',
    data: { title: '달빛' },
  });
  expect(heard).toEqual([
    {
      path: '/apps/4711/events',
      body: { channels: ['catalog'], name: 'App\\Events\\EpisodePublished', data: '{"title":"달빛"}' },
    },
  ]);
});

test('a refused event is an error', async () => {
  const { port } = server.address() as AddressInfo;
  const wrong = new HostedPush({ ...app, secret: 'another' }, { host: '127.0.0.1', port: String(port) });
  await expect(wrong.broadcast({ channel: 'catalog', event: 'x', data: {} })).rejects.toThrow();
});

test('signatures are the protocol’s', () => {
  const of = (text: string) => `app-key:${createHmac('sha256', app.secret).update(text).digest('hex')}`;
  expect(push.sign('12.34', 'private-office')).toBe(of('12.34:private-office'));
  const data = JSON.stringify({ user_id: '7', user_info: { name: '하늘' } });
  expect(push.sign('12.34', 'presence-room', data)).toBe(of(`12.34:presence-room:${data}`));
});
