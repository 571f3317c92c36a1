import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StreamSource, startStreamSource } from '../../../test/stream-source.ts';
import { isPublicAddress, PrivateAddress, resolvePublic } from './public-address.ts';
import { type PublicProxy, startPublicProxy } from './public-proxy.ts';

let source: StreamSource;
let proxy: PublicProxy;
beforeAll(async () => {
  source = await startStreamSource(Buffer.alloc(8000), 8000);
  proxy = await startPublicProxy([]);
});
afterAll(() => {
  proxy.close();
  source.close();
});

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
  ...['198.18.0.1', '203.0.113.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', 'fe80::1'],
  ...['fc00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', ''],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('a name is resolved before it is judged, and hosts of the setting are let through', async () => {
  await expect(resolvePublic('localhost', 80, [])).rejects.toThrow(PrivateAddress);
  await expect(resolvePublic('[::1]', 80, [])).rejects.toThrow(PrivateAddress);
  await expect(resolvePublic('127.0.0.1', 80, ['127.0.0.1:8000'])).rejects.toThrow(PrivateAddress);
  expect(await resolvePublic('127.0.0.1', 8000, ['127.0.0.1:8000'])).toMatchObject({ address: '127.0.0.1' });
  expect(await resolvePublic('8.8.8.8', 80, [])).toMatchObject({ address: '8.8.8.8' });
});

/** The first line of the proxy's answer to a request. */
const ask = (through: PublicProxy, request: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(through.address).port), '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(String(data).split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.write(request);
  });

test('the proxy opens neither requests nor tunnels to private addresses', async () => {
  const { host } = new URL(source.origin);
  expect(await ask(proxy, `GET http://${host}/page HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toContain('403');
  expect(await ask(proxy, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toContain('403');
  expect(proxy.problem()).toBe('private_address');
  expect(await ask(proxy, 'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('400');
  expect(await ask(proxy, `POST http://${host}/page HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toContain('400');
});

test('the proxy forwards requests and tunnels to the hosts of the setting', async () => {
  const { host } = new URL(source.origin);
  const open = await startPublicProxy([host]);
  try {
    expect(await ask(open, `GET http://${host}/page HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toContain('200');
    expect(await ask(open, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toContain('200');
    expect(open.problem()).toBeUndefined();
  } finally {
    open.close();
  }
});
