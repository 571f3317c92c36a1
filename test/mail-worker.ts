/** A job worker that only sends mail, as a process of its own, for the test that kills it. */
import pino from 'pino';
import { openMail } from '../src/server/adapters/mail/open.ts';
import { BuiltInPush } from '../src/server/adapters/push/built-in.ts';
import { openStorage } from '../src/server/adapters/storage/open.ts';
import { VapidWebPush } from '../src/server/adapters/web-push/vapid.ts';
import { readConfig } from '../src/server/config.ts';
import type { Context } from '../src/server/context.ts';
import { openDatabase, openPool } from '../src/server/db/client.ts';
import { KeptAnswers } from '../src/server/http/kept.ts';
import type { Job } from '../src/server/jobs/queue.ts';
import { freeDeadLocks, runJobs } from '../src/server/jobs/worker.ts';
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
const context: Context = {
  config,
  pool,
  db: openDatabase(pool),
  searchDb: openDatabase(pool),
  storage: openStorage(config),
  kept: new KeptAnswers(),
  log,
  push: new BuiltInPush({ key: config.pushKey, secret: config.secret, pool, log }),
  webPush: new VapidWebPush(config),
  mail: openMail(config),
  now: () => new Date(),
};
await freeDeadLocks(context, true);
await runJobs(context, [sendMailJob] as Job<never>[]);
