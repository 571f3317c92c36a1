/** One server, one database and one browser for all stories. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/server/config.ts';
import { startNode } from '../src/server/start.ts';
import { openIdClient, openOpenIdProvider } from '../test/openid-provider.ts';
import { openTemporary } from '../test/temporary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: { url: string; browser: string; connection: Record<string, string | number>; dataDir: string };
  }
}

const browserPath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Services send people back to an address that they know beforehand. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closeTemporary = openTemporary();
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-stories-'));
  // As root the database's own user has to pass; where it may not, a folder elsewhere would be left behind.
  chmodSync(dataDir, 0o755);
  const config = readConfig({
    MARU_DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  });
  const sitePort = await freePort();
  const origin = `http://localhost:${sitePort}`;
  const openId = await openOpenIdProvider(
    ['google', 'kakao'].map((name) => `${origin}/api/social-login/${name}/callback`),
  );
  const client = { ...openIdClient, at: openId.url };
  const node = await startNode(
    {
      ...config,
      demo: false,
      port: sitePort,
      origin,
      socialLogin: { google: client, kakao: client },
      // All stories share one network address, which exceeds the normal rate limits.
      builds: { share: 1, burstMs: Number.POSITIVE_INFINITY, maxWaitMs: 0 },
    },
    () => {},
  );
  const browser = await chromium.launchServer({
    executablePath: browserPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  const { host, port, user, database } = node.context.pool.options;
  project.provide('site', {
    url: origin,
    browser: browser.wsEndpoint(),
    connection: { host: host ?? '', port: port ?? 5432, user: user ?? '', database: database ?? '' },
    dataDir,
  });
  return async () => {
    await browser.close();
    await node.stop();
    await openId.close();
    rmSync(dataDir, { recursive: true, force: true });
    closeTemporary();
  };
}
