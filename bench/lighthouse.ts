/** Lighthouse, as a phone sees it, on pages that a guest comes to first. It is fetched for the run: nothing else needs it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { loadDemoMedia } from '../demo/load-media.ts';
import { chromiumPath } from '../scripts/chromium.js';
import type { Context } from '../src/server/context.ts';
import { median, type RunningServer, report } from './measure.ts';

const version = 'lighthouse@12.8.2';
const rounds = 3;
const pages = {
  home: '/',
  details: '/view/s/letters-from-the-lighthouse',
  search: '/search?q=%EB%93%B1%EB%8C%80',
};
const aims = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

interface Result {
  categories: Record<keyof typeof aims, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
}

/** Renders what the pages show: banners, posters, ads. */
async function drawDemo(context: Context): Promise<void> {
  let enough = false;
  const watch = setInterval(() => {
    context.db
      .execute(sql`select count(*)::int as lacking from catalog_programmes where portrait_id is null`)
      .then(({ rows }) => {
        enough = (rows[0] as { lacking: number }).lacking === 0;
      })
      .catch(() => undefined);
  }, 500);
  try {
    await loadDemoMedia(
      context,
      () => {},
      () => enough,
    );
  } finally {
    clearInterval(watch);
  }
}

/** Scores of each page, the median of three runs, with what keeps a page from full marks. */
export async function measureLighthouse(
  context: Context,
  folder: string,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await drawDemo(context);
  const server = await startServer();
  const chrome = chromiumPath ?? '';
  console.log(`lighthouse with ${chrome}`);
  for (const [name, path] of Object.entries(pages)) {
    const results: Result[] = [];
    // The first run only warms what is made when it is first asked for: pages, pictures.
    for (let round = 0; round <= rounds; round += 1) {
      const file = join(folder, `lighthouse-${name}-${round}.json`);
      const run = spawnSync(
        'npm',
        [
          ...['exec', '--yes', `--package=${version}`, '--', 'lighthouse'],
          `http://localhost:${server.port}${path}`,
          ...['--output=json', `--output-path=${file}`, '--quiet'],
          '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
        ],
        { encoding: 'utf8', env: { ...process.env, CHROME_PATH: chrome } },
      );
      if (run.status !== 0) throw new Error(`lighthouse ended with ${run.status}: ${run.stderr.slice(-500)}`);
      if (round > 0) results.push(JSON.parse(readFileSync(file, 'utf8')));
    }
    const of = (pick: (result: Result) => number) => median(results.map(pick));
    for (const [category, aim] of Object.entries(aims)) {
      const score = of((result) => (result.categories[category as keyof typeof aims].score ?? 0) * 100);
      report(`lighthouse ${name}, ${category}`, score, aim === 100 ? '100' : `≥ ${aim}`);
    }
    report(
      `lighthouse ${name}, LCP s`,
      of(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? 0) / 1000,
      '≤ 1.5',
    );
    report(
      `lighthouse ${name}, CLS`,
      of(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 0),
      '≤ 0.02',
    );
    report(
      `lighthouse ${name}, blocking time ms`,
      of(({ audits }) => audits['total-blocking-time']?.numericValue ?? 0),
    );
    const short = Object.entries(results[0]?.audits ?? {}).filter(
      ([, { score, ...audit }]) => score !== null && score < 0.9 && 'title' in audit,
    );
    for (const [id, { title }] of short) console.log(`  ${name}: ${id}: ${title}`);
  }
  await stopServer(server);
}
