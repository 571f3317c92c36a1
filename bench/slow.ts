/** Time from the press on a title's play button to the first frame, on an emulated slow phone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../scripts/chromium.js';
import { findPrograms } from '../src/server/adapters/programs.ts';
import type { Context } from '../src/server/context.ts';
import { runJobs } from '../src/server/jobs/worker.ts';
import { storeArtwork } from '../src/server/modules/catalog/artworks.service.ts';
import { importMaster } from '../src/server/modules/ingest/ingest.service.ts';
import { ingestAssets } from '../src/server/modules/ingest/ingest.tables.ts';
import { allJobs } from '../src/server/modules.ts';
import { buildProfile, buildProgramme, buildUser } from '../test/build.ts';
import { makeMaster } from '../test/masters.ts';
import { median, type RunningServer, report } from './measure.ts';

/** The connection: 400 kbit/s each way, and 400 ms until an answer begins. */
const network = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

/** The index of the slow phone: a sixth of a desktop computer's, which is 1,800. */
const phoneIndex = 300;
const rounds = 3;
const quietMs = 2_000;
const longestMs = 90_000;

/** A request after the press, in ms since then. */
interface Fetched {
  path: string;
  from: number;
  to: number;
  bytes: number;
}

interface Start {
  /** Title, poster and the word "Loading" are on the screen. */
  drawn: number;
  frame: number;
  playing: number;
  /** When the player's code was requested; negative before the press. */
  codeAsked: number;
  fetched: Fetched[];
  height: number;
}

interface SlowStart {
  origin: string;
  /** The page of a movie that plays. */
  path: string;
  /** The stored entry of a signed-in viewer. */
  signedIn: unknown;
  /** Ends the playback sessions of earlier rounds. */
  freeStreams: () => Promise<unknown>;
}

/** How quick this machine is in a browser: a fixed loop of strings and numbers, a million rounds a second being 1,000. */
function indexOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const once = () => {
      let text = '';
      for (let at = 0; at < 10_000; at += 1) text += 'a';
      return text.length;
    };
    for (let at = 0; at < 300; at += 1) once();
    const from = performance.now();
    let rounds = 0;
    while (performance.now() - from < 1_000) rounds += once() / 10_000;
    return Math.round(rounds / 10);
  });
}

/** Returns a function that waits until no request has been open for a while. */
function watchQuiet(page: Page): () => Promise<void> {
  let open = 0;
  let changedAt = performance.now();
  const count = (by: 1 | -1) => () => {
    open += by;
    changedAt = performance.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return async () => {
    const until = performance.now() + longestMs;
    while (open > 0 || performance.now() < changedAt + quietMs) {
      if (performance.now() > until) throw new Error('the page does not become quiet');
      await sleep(100);
    }
  };
}

/** Opens the title's page as a slow phone, presses play, and follows what happens until the film moves. */
async function startOnce(
  browser: Browser,
  start: SlowStart,
  slowdown: number,
  isPatient: boolean,
): Promise<Start> {
  await start.freeStreams();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  try {
    await context.addCookies([
      { name: 'locale', value: 'en', url: start.origin },
      { name: 'member', value: '1', url: start.origin },
    ]);
    const page = await context.newPage();
    await page.goto(`${start.origin}/favicon.svg`);
    await page.evaluate((text) => localStorage.setItem('maru.session', text), JSON.stringify(start.signedIn));
    const untilQuiet = watchQuiet(page);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', network);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(start.origin + start.path, { timeout: longestMs });
    const play = page.getByRole('button', { name: /^(Play|Resume)$/ });
    await play.waitFor({ timeout: longestMs });
    if (isPatient) await untilQuiet();
    const title = await page.locator('main h1').innerText();
    await play.evaluate((button, name) => {
      const marks = { pressed: performance.now(), drawn: 0, frame: 0, playing: 0, height: 0 };
      Object.assign(window, { marks });
      performance.setResourceTimingBufferSize(2_000);
      const look = () => {
        const hasTitle = [...document.querySelectorAll('h1')].some((each) => each.textContent === name);
        const status = document.querySelector('[role=status]')?.textContent?.trim();
        const picture = [...document.querySelectorAll<HTMLElement>('img, video[poster]')].some(
          (each) => !(each instanceof HTMLImageElement) || (each.complete && each.naturalWidth > 0),
        );
        if (location.pathname.startsWith('/watch/') && hasTitle && status && picture) {
          // The frame that shows it comes next.
          requestAnimationFrame(() => {
            marks.drawn = performance.now();
          });
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      document.addEventListener(
        'loadeddata',
        ({ target }) => {
          marks.frame ||= performance.now();
          if (target instanceof HTMLVideoElement) marks.height = target.videoHeight;
        },
        true,
      );
      document.addEventListener(
        'playing',
        () => {
          marks.playing ||= performance.now();
        },
        true,
      );
      (button as HTMLElement).click();
    }, title);
    await page.waitForFunction(
      () => (window as unknown as { marks: { playing: number } }).marks.playing > 0,
      undefined,
      { timeout: longestMs, polling: 250 },
    );
    return await page.evaluate(() => {
      const { pressed, ...marks } = (
        window as unknown as { marks: Record<'pressed' | 'drawn' | 'frame' | 'playing' | 'height', number> }
      ).marks;
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const code = all.find(({ name }) => name.includes('shaka-player'));
      return {
        // Not a number: it was never drawn.
        drawn: (marks.drawn || Number.NaN) - pressed,
        frame: marks.frame - pressed,
        playing: marks.playing - pressed,
        height: marks.height,
        codeAsked: (code?.startTime ?? Number.NaN) - pressed,
        fetched: all
          .filter(({ responseEnd }) => responseEnd > pressed && responseEnd < marks.playing)
          .map(({ name, startTime, responseEnd, encodedBodySize }) => ({
            path: new URL(name).pathname,
            from: startTime - pressed,
            to: responseEnd - pressed,
            bytes: encodedBodySize,
          })),
      };
    });
  } finally {
    await context.close();
  }
}

/** A movie of one minute with a picture, and a viewer who may play it. */
async function buildFilm(
  context: Context,
): Promise<{ path: string; viewer: { token: string; profileId: string } }> {
  const folder = join(context.config.dataDir, 'bench-slow');
  mkdirSync(folder, { recursive: true });
  const master = await makeMaster(join(folder, 'master.mp4'), { seconds: 24, width: 854, height: 480 });
  const still = join(folder, 'still.png');
  spawnSync(findPrograms().ffmpeg, [
    '-v',
    'error',
    '-y',
    '-i',
    master,
    '-frames:v',
    '1',
    '-s',
    '1280x720',
    still,
  ]);
  const picture = readFileSync(still);
  const runner = await runJobs(context, allJobs());
  const assetId = await importMaster(context, {
    path: master,
    fileName: 'slow.mp4',
    sizeBytes: statSync(master).size,
  });
  for (;;) {
    const [asset] = await context.db.select().from(ingestAssets).where(eq(ingestAssets.id, assetId));
    if (asset?.state === 'ready') break;
    if (asset?.state === 'failed') throw new Error('the ingest failed');
    await sleep(100);
  }
  await runner.stop();
  rmSync(folder, { recursive: true, force: true });
  const [banner, landscape] = [
    await storeArtwork(context, context.db, 'banner', picture),
    await storeArtwork(context, context.db, 'landscape', picture),
  ];
  const { slug } = await buildProgramme(context.db, {
    assetId,
    bannerId: banner.id,
    landscapeId: landscape.id,
  });
  const user = await buildUser(context.db, { plan: 30 });
  const profile = await buildProfile(context.db, { householdId: user.householdId });
  return { path: `/view/m/${slug}`, viewer: { token: user.token, profileId: profile.id } };
}

/** Builds the entry that the browser of a signed-in viewer stores. */
async function signIn(origin: string, { token, profileId }: { token: string; profileId: string }) {
  const call = async (path: string, method: 'GET' | 'POST') => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-requested-with': 'XMLHttpRequest',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  return {
    token,
    user: await call('/api/user', 'GET'),
    profile: await call(`/api/account/profiles/${profileId}/enter`, 'POST'),
  };
}

export async function measureSlowStart(
  context: Context,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const { path, viewer } = await buildFilm(context);
  const server = await startServer();
  const origin = `http://localhost:${server.port}`;
  await measureStarts({
    origin,
    path,
    signedIn: await signIn(origin, viewer),
    freeStreams: () => context.db.execute(sql`update playback_sessions set ended_at = now()`),
  });
  await stopServer(server);
}

async function measureStarts(start: SlowStart): Promise<void> {
  const browser = await chromium.launch({
    ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const page = await browser.newPage();
    const index = await indexOf(page);
    const slowdown = Number(process.env.SLOWDOWN ?? Math.max(1, index / phoneIndex));
    report('loop of this machine in the browser', index);
    report('CPU slowdown to a slow phone', slowdown);
    for (const isPatient of [true, false]) {
      const all: Start[] = [];
      for (let round = 0; round < Number(process.env.ROUNDS ?? rounds); round += 1)
        all.push(await startOnce(browser, start, slowdown, isPatient));
      const of = (pick: (each: Start) => number) => median(all.map(pick)) / 1000;
      const when = isPatient ? 'quiet page' : 'at once';
      report(
        `${when}: title, poster and "Loading", s`,
        of(({ drawn }) => drawn),
        isPatient ? '≤ 2' : '',
      );
      report(
        `${when}: first frame, s`,
        of(({ frame }) => frame),
        isPatient ? '≤ 8' : '',
      );
      report(
        `${when}: moving, s`,
        of(({ playing }) => playing),
      );
      report(
        `${when}: player code asked, s`,
        of(({ codeAsked }) => codeAsked),
      );
      report(`${when}: height`, all.map(({ height }) => height).join());
      for (const { path, from, to, bytes } of all.at(-1)?.fetched ?? [])
        console.log(
          `  ${from.toFixed(0).padStart(7)} ${to.toFixed(0).padStart(7)} ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${path.replace(/^\/media\/[^/]+/, '/media')}`,
        );
    }
  } finally {
    await browser.close();
  }
}
