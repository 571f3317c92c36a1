/** A 2 MB media segment from the service, beside nginx with sendfile in the same run. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../src/server/db/client.ts';
import { newId } from '../src/server/db/columns.ts';
import { signedMediaUrl } from '../src/server/security/media-token.ts';
import { buildPlaybackSession } from '../test/build.ts';
import { load, loadCounting, median, type RunningServer, report } from './measure.ts';

/**
 * Measures both in turn, five times after a first that does not count. A client that looks at what it reads is slower than either
 * server, so that the two are also read by one that only counts. Without nginx on this machine only says so.
 */
export async function measureSegments(
  folder: string,
  secret: string,
  db: Database,
  startServer: () => Promise<RunningServer>,
): Promise<void> {
  if (spawnSync('sh', ['-c', 'command -v nginx'], { stdio: 'ignore' }).status !== 0) {
    report('2 MB segment ÷ nginx', 'no nginx', '≥ 1.0');
    return;
  }
  const prefix = `packages/${newId()}`;
  const files = join(folder, 'media', prefix, 'v720');
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, 'segment.m4s'), Buffer.alloc(2_000_000, 7));
  const ours = await startServer();
  const { id: sessionId } = await buildPlaybackSession(db, { assetId: newId() });
  const grant = { sessionId, prefix, maxHeight: null };
  const address = `http://127.0.0.1:${ours.port}${signedMediaUrl(secret, grant, new Date(Date.now() + 3_600_000))}/v720/segment.m4s`;
  const port = ours.port + 1 > 65_000 ? 20_001 : ours.port + 1;
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; worker_processes 1; user root; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
     events { worker_connections 512; }
     http { access_log off; sendfile on; tcp_nopush on; server { listen 127.0.0.1:${port}; root ${files}; } }`,
  );
  const nginx = spawn('taskset', ['-c', '0', 'nginx', '-c', config, '-p', folder], { stdio: 'inherit' });
  try {
    for (let tries = 0; tries < 50; tries++) {
      if (
        await fetch(`http://127.0.0.1:${port}/segment.m4s`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        break;
      await new Promise((done) => setTimeout(done, 50));
    }
    const theirs = `http://127.0.0.1:${port}/segment.m4s`;
    for (const connections of [8, 64]) {
      const ratios: number[] = [];
      for (let round = 0; round < 6; round++) {
        const a = await load(address, { connections, seconds: 2 });
        const b = await load(theirs, { connections, seconds: 2 });
        if (round > 0) ratios.push(a.bytesPerSecond / b.bytesPerSecond);
      }
      report(
        `2 MB segment ÷ nginx, ${connections} connections`,
        median(ratios),
        connections === 8 ? '≥ 1.0' : '',
      );
    }
    const [a, b]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      a.push(await loadCounting(address, 8, 2));
      b.push(await loadCounting(theirs, 8, 2));
    }
    report('the same, only counted: GB a second', median(a) / 1e9);
    report('the same, only counted: GB a second, nginx', median(b) / 1e9);
  } finally {
    nginx.kill('SIGTERM');
    ours.process.kill('SIGTERM');
  }
}
