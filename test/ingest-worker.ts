/** A job worker as a process of its own, for tests that kill it. Started with its settings as one JSON argument. */

import { appendFileSync } from 'node:fs';
import pino from 'pino';
import type { IngestStepName } from '../src/contract/admin/ingest.ts';
import { openStorage } from '../src/server/adapters/storage/open.ts';
import type { Storage } from '../src/server/adapters/storage/port.ts';
import { readConfig } from '../src/server/config.ts';
import { openPool } from '../src/server/db/client.ts';
import { defineJob, type Job } from '../src/server/jobs/queue.ts';
import { freeDeadLocks, runJobs } from '../src/server/jobs/worker.ts';
import { makeContext } from '../src/server/make-context.ts';
import { removeFilesJob, stepJob, watchIngest } from '../src/server/modules/ingest/jobs/ingest.jobs.ts';
import type { StepPayload } from '../src/server/modules/ingest/jobs/step-job.ts';

interface Settings {
  databaseUrl: string;
  dataDir: string;
  /** Runs this step so slowly that it does not end, and says in `marker` when it has begun. */
  slow?: { step: IngestStepName; ffmpeg: string; ffprobe: string; packager: string; marker: string };
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
const { slow } = settings;

/** Stops for ever at the third file. */
function slowStorage(storage: Storage, marker: string): Storage {
  let files = 0;
  return new Proxy(storage, {
    get(target, name) {
      if (name === 'putFile') {
        return async (key: string, path: string) => {
          files += 1;
          if (files > 3) {
            appendFileSync(marker, `${process.pid}\n`);
            await new Promise(() => {});
          }
          return target.putFile(key, path);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const config = readConfig({ MARU_DATA_DIR: settings.dataDir, MARU_ROLE: 'worker' });
const pool = openPool({ connectionString: settings.databaseUrl }, () => {});
const storage = openStorage(config);
const log = pino({ level: 'warn' });
const context = makeContext({
  config,
  pool,
  storage: slow?.step === 'storage' ? slowStorage(storage, slow.marker) : storage,
  log,
});
const job = defineJob<StepPayload>('ingest_step', (payload, to, signal) => {
  const programs =
    slow && payload.step === slow.step && slow.step !== 'storage'
      ? { programs: { ffmpeg: slow.ffmpeg, ffprobe: slow.ffprobe, packager: slow.packager } }
      : {};
  return stepJob(programs).run(payload, to, signal);
});
await freeDeadLocks(context, true);
await watchIngest(context);
await runJobs(context, [job, removeFilesJob] as Job<never>[]);
