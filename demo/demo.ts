/** The whole demo, as a start loads it. */
import type { Context } from '../src/server/context.ts';
import { loadDemoCatalogue } from './load.ts';
import { loadDemoHousehold } from './load-household.ts';
import { loadDemoLive } from './load-live.ts';
import { loadDemoPartnerVideo } from './load-partner-video.ts';
import { loadDemoPromos } from './load-promos.ts';
import { loadDemoRadio } from './load-radio.ts';
import { loadDemoReleases } from './load-releases.ts';
import { loadDemoSupport } from './load-support.ts';
import { loadDemoTaxes } from './load-taxes.ts';
import { loadDemoYouTube } from './load-youtube.ts';

export { demoAccounts } from './load.ts';
export { loadDemoMedia } from './load-media.ts';

/** The lock under which the demo is loaded. */
const demoLock = 5_190_451;

/**
 * Everything but pictures and videos; each part once in a database's life. Nodes that start together load it one after another, so the
 * second one finds it loaded.
 */
export async function loadDemo(context: Context, say: (line: string) => void): Promise<void> {
  const lock = await context.pool.connect();
  try {
    // The other node may take long.
    await lock.query('set statement_timeout = 0');
    await lock.query('select pg_advisory_lock($1)', [demoLock]);
    await loadParts(context, say);
  } finally {
    // Closing the connection releases its lock.
    lock.release(true);
  }
}

async function loadParts(context: Context, say: (line: string) => void): Promise<void> {
  await loadDemoCatalogue(context, say);
  await loadDemoSupport(context);
  await loadDemoTaxes(context);
  await loadDemoHousehold(context);
  await loadDemoPromos(context);
  await loadDemoLive(context);
  await loadDemoRadio(context);
  await loadDemoPartnerVideo(context);
  await loadDemoYouTube(context);
  await loadDemoReleases(context);
}
