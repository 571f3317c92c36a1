/** A job worker that only sends mail, as a process of its own, for the test that kills it. */

import pino from 'pino';
import { readConfig } from '../src/server/config.ts';
import { openPool } from '../src/server/db/client.ts';
import type { Job } from '../src/server/jobs/queue.ts';
import { freeDeadLocks, runJobs } from '../src/server/jobs/worker.ts';
import { makeContext } from '../src/server/make-context.ts';
import { sendMailJob } from '../src/server/modules/mail/jobs/mail.jobs.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  dataDir: string;
  smtpUrl: string;
};
const config = readConfig({
  MARU_DATA_DIR: settings.dataDir,
  MARU_ROLE: 'worker',
  SMTP_URL: settings.smtpUrl,
  MAIL_FROM: 'no-reply@maru.example',
  MARU_ORIGIN: 'https://maru.example',
});
const pool = openPool({ connectionString: settings.databaseUrl }, () => {});
const log = pino({ level: 'warn' });
const context = makeContext({ config, pool, log });
await freeDeadLocks(context, true);
await runJobs(context, [sendMailJob] as Job<never>[]);
