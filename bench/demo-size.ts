/** CPU of a request at the size of the demo catalogue, for a viewer with saved and started titles. */
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { loadDemo } from '../demo/demo.ts';
import { loadDemoBilling } from '../demo/load-billing.ts';
import { loadDemoHistory } from '../demo/load-history.ts';
import type { Context } from '../src/server/context.ts';
import type { Database } from '../src/server/db/client.ts';
import { buildProfile, buildUser } from '../test/build.ts';
import { cpuSecondsOfTree, measureCpu, type RunningServer, report, reportCpu } from './measure.ts';

/** A household with a plan; its profile has 25 saved titles and 25 begun ones. */
export async function buildFamily(db: Database) {
  const family = await buildUser(db, { plan: 30 });
  const profile = await buildProfile(db, { householdId: family.householdId });
  await db.execute(sql`insert into viewing_my_list (household_id, profile_id, programme_id)
    select ${family.householdId}, ${profile.id}, id from catalog_programmes order by listed_at desc limit 25`);
  await db.execute(sql`insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
    select ${profile.id}, id, ${family.householdId}, id, 20, 60 from catalog_programmes where kind = 'movie' order by listed_at desc limit 25`);
  return { family, profile };
}

/**
 * Loads thirteen months of the demo's past, as a first start does in the background, and the bills of its households.
 * No bill is paid by card, for no simulated gateway runs here.
 */
export async function measureDemoHistory(context: Context, databasePid: number): Promise<void> {
  await loadDemo(context, () => {});
  const cpu = () =>
    process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + cpuSecondsOfTree(databasePid);
  const measure = async (work: () => Promise<void>, since = { seconds: 0, cpu: 0 }) => {
    const [began, before] = [performance.now(), cpu()];
    await work();
    return {
      seconds: since.seconds + (performance.now() - began) / 1000,
      cpu: since.cpu + cpu() - before,
    };
  };
  // The first call is stopped early. Its work counts too, and the last call does the rest.
  const lived = await measure(() => loadDemoHistory(context, () => true));
  const billed = await measure(() => loadDemoBilling(context, 'others'));
  const whole = await measure(() => loadDemoHistory(context, () => false), lived);
  report('thirteen months of the demo, s', whole.seconds, '≤ 20');
  reportCpu('thirteen months of the demo, CPU s, both', whole.cpu * 1000, { unit: 's' });
  report('their bills, s', billed.seconds, '≤ 20');
  reportCpu('their bills, CPU s, both', billed.cpu * 1000, { unit: 's' });
}

/** Measures the calls that a visit makes most. */
export async function measureDemoSize(
  db: Database,
  databasePid: number,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const { family, profile } = await buildFamily(db);
  const server = await startServer();
  const own = { authorization: `Bearer ${family.token}`, 'x-locale': 'ko' };
  const as = `profile_id=${profile.id}`;
  for (const [what, path, aimRows] of [
    ['user with profiles', '/api/user', 10],
    ['profile home', `/api/home-sections?device=web&content_per_page=16&per_page=20&${as}`, 12],
    ['continue watching', `/api/continue-watching?per_page=20&${as}`, 15],
    // In dozens of names and descriptions of people and titles.
    ['search for a common word', `/api/video/search?q=${encodeURIComponent('밤')}&${as}`, 35],
  ] as const) {
    const { nodeMs, postgresMs } = await measureCpu(server, databasePid, path, own);
    reportCpu(`${what}, demo catalogue: CPU ms a request, Node`, nodeMs);
    reportCpu(`${what}, demo catalogue: CPU ms a request, both`, nodeMs + postgresMs, { aimRows });
  }
  await stopServer(server);
}
