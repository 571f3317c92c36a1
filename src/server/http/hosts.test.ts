import { expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { writeApps } from '../../../test/apps.ts';

const rootDir = writeApps();
const unset = await openTestApi({ rootDir });
const set = await openTestApi({ rootDir, origin: 'https://maru.example', hosts: ['www.maru.example:8443'] });

const ask = async ({ app }: typeof unset, host: string, url = '/') => {
  const { statusCode } = await app.inject({ url, headers: { host } });
  return statusCode;
};

test.each(['/', '/sitemap.xml', '/sitemaps/titles-1.xml', '/api/categories', '/office', '/robots.txt'])(
  'a host that is not ours is refused at %s, and builds nothing',
  async (url) => {
    for (const host of ['evil.example', 'maru.example.evil.example', 'a@localhost', '[::2]']) {
      expect(await ask(unset, host, url), host).toBe(421);
      expect(await ask(set, host, url), host).toBe(421);
    }
  },
);

test('a refusal says what to do in the language of the request', async () => {
  const { app } = unset;
  const headers = { host: 'evil.example', 'x-locale': 'en' };
  expect((await app.inject({ url: '/api/categories', headers })).json()).toMatchObject({
    code: 'misdirected',
    message: expect.stringContaining('MARU_ORIGIN'),
  });
});

test('the hosts that are set, and the machine’s own, are answered', async () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:99', 'LOCALHOST'])
    expect(await ask(unset, host), host).toBe(200);
  for (const host of ['maru.example', 'www.maru.example:8443', 'localhost:8080'])
    expect(await ask(set, host), host).toBe(200);
  expect(await ask(set, 'www.maru.example')).toBe(421);
});

test('whoever watches over the service asks for its health by any host', async () => {
  expect(await ask(set, '10.1.2.3:8080', '/health')).toBe(200);
});

test('without a set origin the port counts, too: it would be part of every link', async () => {
  const own = await openTestApi({ rootDir });
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.app.server.address() as { port: number };
  const status = async (host: string) => {
    const { request } = await import('node:http');
    return new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  };
  expect(await status(`127.0.0.1:${port}`)).toBe(200);
  expect(await status(`localhost:${port}`)).toBe(200);
  expect(await status(`localhost:${port === 1 ? 2 : 1}`)).toBe(421);
});
