/** A node of the service as a process of its own, so that its CPU can be told from the load's. One JSON argument. */
import { readConfig } from '../src/server/config.ts';
import { startNode } from '../src/server/start.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as {
  dataDir: string;
  databaseUrl: string;
  rootDir: string;
  secret: string;
  /** Limits hold. Otherwise there are none, for one process of the bench is many callers. */
  isLimited?: boolean;
  /** Runs jobs as well. */
  isWorking?: boolean;
};
const config = readConfig(
  {
    MARU_DATA_DIR: settings.dataDir,
    DATABASE_URL: settings.databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    MARU_ROLE: settings.isWorking ? 'all' : 'web',
    // Callers may say where they come from, so that one process is many.
    ...(settings.isLimited ? {} : { TRUST_PROXY: '1' }),
    MARU_SECRET: settings.secret,
  },
  settings.rootDir,
);
const unlimited = { share: 1, burstMs: Number.POSITIVE_INFINITY, maxWaitMs: 0 };
const node = await startNode(settings.isLimited ? config : { ...config, builds: unlimited }, () => {});
console.log(JSON.stringify({ port: node.port }));
process.on('SIGTERM', () => void node.stop().then(() => process.exit(0)));
