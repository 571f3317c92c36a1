/** Kills the worker in the middle of each step, as `kill -9` does. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { bundleEntry, type Child, isRunning, startChild } from '../../../../test/child.ts';
import { makeMaster } from '../../../../test/masters.ts';
import { type IngestStepName, ingestSteps } from '../../../contract/admin/ingest.ts';
import { findPrograms } from '../../adapters/programs.ts';
import * as repo from './ingest.repo.ts';
import { importMaster } from './ingest.service.ts';
import { workFolder } from './jobs/run-step.ts';
import { packagePrefix } from './package-files.service.ts';

let api: TestApi;
let folder: string;
let master: string;
let worker: string;
let child: Child | undefined;
let marker: string;
let slow: { ffmpeg: string; ffprobe: string; packager: string };
/** The content of a package whose ingest was not interrupted. */
let undisturbed: string[];

const patiently = { timeout: 45_000, interval: 50 };
const settings = () => ({ databaseUrl: api.url, dataDir: api.context.config.dataDir });
const stepRow = async (id: string, step: IngestStepName) =>
  (await repo.listSteps(api.db, [id])).find((row) => row.step === step);
const begun = () => (existsSync(marker) ? readFileSync(marker, 'utf8').trim().split('\n').map(Number) : []);
const take = () =>
  importMaster(api.context, { path: master, fileName: 'film.mp4', sizeBytes: statSync(master).size });

const waiting = async () => (await api.pool.query('select key from graphile_worker.jobs')).rows;

/** The files of a package. The digests in the names of manifests are left out, because each package has a key of its own. */
async function filesOf(id: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { key } of api.context.storage.list(`${packagePrefix(id)}/`))
    files.push(
      key
        .split('/')
        .slice(2)
        .join('/')
        .replace(/^(master|manifest)-[0-9a-f]{12}/, '$1'),
    );
  return files.sort();
}

async function untilReady(id: string) {
  await expect
    .poll(async () => (await repo.findAsset(api.db, id))?.state, { ...patiently, message: child?.printed() })
    .toBe('ready');
}

async function expectOnePackage(id: string) {
  const steps = await repo.listSteps(api.db, [id]);
  expect(steps.map(({ step, state }) => [step, state])).toEqual(ingestSteps.map((step) => [step, 'done']));
  expect(await filesOf(id)).toEqual(undisturbed);
  const { rows } = await api.pool.query('select count(*)::int as keys from ingest_keys where asset_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ keys: 1 }]);
  await expect.poll(() => existsSync(workFolder(api.context, id)), patiently).toBe(false);
  // No work and no leftover of a killed worker may remain.
  await expect.poll(waiting, patiently).toEqual([]);
}

beforeAll(async () => {
  api = await openTestApi();
  folder = mkdtempSync(join(tmpdir(), 'maru-kill-'));
  master = await makeMaster(join(folder, 'film.mp4'), { seconds: 4 });
  worker = await bundleEntry('test/ingest-worker.ts', 'ingest-worker');
  marker = join(folder, 'begun');
  const { ffmpeg, ffprobe, packager } = findPrograms();
  slow = {
    ffmpeg: join(folder, 'slow-ffmpeg.sh'),
    ffprobe: join(folder, 'slow-ffprobe.sh'),
    packager: join(folder, 'slow-packager.sh'),
  };
  // The real program, reading at a hundredth of real time, so that it works for minutes.
  writeFileSync(slow.ffmpeg, `#!/bin/sh\necho $$ >> '${marker}'\nexec '${ffmpeg}' -readrate 0.01 "$@"\n`);
  // The others have no such option, so these scripts do the work and then do not exit. The call that only describes the master does.
  for (const [name, program] of [
    ['ffprobe', ffprobe],
    ['packager', packager],
  ] as const) {
    writeFileSync(
      slow[name],
      `#!/bin/sh\n'${program}' "$@"\necho $$ >> '${marker}'\ncase "$*" in *-show_format*) exit;; esac\nwhile :; do sleep 0.1; done\n`,
    );
  }
  for (const program of Object.values(slow)) chmodSync(program, 0o755);
}, 90_000);
afterEach(async () => {
  await child?.kill();
  rmSync(marker, { force: true });
  // The worker of the next test would run the slowed jobs that a failed test left.
  if ((await waiting()).length === 0) return;
  child = startChild(worker, settings());
  await expect.poll(waiting, { ...patiently, message: child.printed() }).toEqual([]);
  await child.kill();
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  if (worker) rmSync(dirname(worker), { recursive: true, force: true });
});

test('undisturbed, a worker finishes an asset', async () => {
  const id = await take();
  child = startChild(worker, settings());
  await untilReady(id);
  undisturbed = await filesOf(id);
  expect(undisturbed).toContain('manifest.mpd');
}, 60_000);

/** Programs started before the main work of a step: the first one only describes the master. */
const programsBefore: Partial<Record<IngestStepName, number>> = { kcp_ingest: 1 };

test.each(ingestSteps)(
  'killed in the middle of %s and started again, the asset is finished exactly once',
  async (step) => {
    const id = await take();
    child = startChild(worker, { ...settings(), slow: { step, ...slow, marker } });
    await expect
      .poll(() => begun().length, { ...patiently, message: child.printed() })
      .toBeGreaterThan(programsBefore[step] ?? 0);
    if (step === 'transcoding') {
      const encoded = join(workFolder(api.context, id), 'transcoding.tmp/v180.mp4');
      await expect.poll(() => existsSync(encoded), patiently).toBe(true);
    }
    expect(await stepRow(id, step)).toMatchObject({ state: 'running', attempt: 1 });
    await child.kill();
    const orphan = begun().at(-1) as number;
    // The storage step runs no program; those of the other steps survive the worker.
    expect(await isRunning(orphan), `${child.printed()}\nprograms ${begun()}`).toBe(step !== 'storage');
    expect((await repo.findAsset(api.db, id))?.state).toBe('processing');

    child = startChild(worker, settings());
    await untilReady(id);
    await expectOnePackage(id);
    expect(await isRunning(orphan)).toBe(false);
    for (const row of await repo.listSteps(api.db, [id])) expect(row.attempt).toBe(row.step === step ? 2 : 1);
  },
  90_000,
);

test('killed again and again at any moment, the asset is finished exactly once', async () => {
  const id = await take();
  for (let kill = 0; kill < 8; kill++) {
    child = startChild(worker, settings());
    const moment = Date.now() + 250 + Math.random() * 500;
    await expect.poll(() => Date.now() > moment, { ...patiently, interval: 10 }).toBe(true);
    await child.kill();
  }
  child = startChild(worker, settings());
  await untilReady(id);
  await expectOnePackage(id);
}, 90_000);
