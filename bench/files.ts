/**
 * Files of the office beside its other calls: 10,000 episodes tried and imported from a table, and the whole list of episodes exported as CSV
 * and Excel by a job of the same process, with what the process needs for it and how long other calls wait meanwhile.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportRecord } from '../src/contract/admin/exports.ts';
import type { ImportRecord } from '../src/contract/admin/imports.ts';
import { report } from './measure.ts';

const importedEpisodes = 10_000;
const pollMs = 100;

interface Office {
  /** The process that answers and works. */
  pid: number;
  send(method: string, path: string, body?: object | Buffer): Promise<{ data: unknown }>;
}

/** Memory that a process has in use, in MB. */
const residentMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const p95 = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** Measures imports, into series of these names, and exports at an office whose lists hold `rows` episodes. */
export async function measureFiles(
  office: Office,
  { rows, slugs }: { rows: number; slugs: readonly string[] },
): Promise<void> {
  await measureImport(office, slugs);
  const other = async () => {
    const began = performance.now();
    await office.send('GET', '/api/admin/episodes?sort=updated_at&order=desc&per_page=50');
    return performance.now() - began;
  };
  for (let call = 0; call < 20; call += 1) await other();
  const quiet: number[] = [];
  for (let call = 0; call < 60; call += 1) quiet.push(await other());
  for (const [format, seconds] of [
    ['csv', 60],
    ['xlsx', 180],
  ] as const)
    await measureExport(office, { format, seconds, rows, other, quietMs: p95(quiet) });
}

async function measureImport({ send }: Office, slugs: readonly string[]): Promise<void> {
  const lines = ['programme,season_number,number,title_ko,title_en'];
  for (let at = 0; at < importedEpisodes; at += 1) {
    const number = 1000 + Math.floor(at / slugs.length);
    lines.push(`${slugs[at % slugs.length]},1,${number},들여온 ${number}화,Imported ${number}`);
  }
  const sent = (await send(
    'POST',
    '/api/admin/imports?resource=episodes&file_name=episodes.csv',
    Buffer.from(lines.join('\r\n')),
  )) as { data: ImportRecord };
  const path = `/api/admin/imports/${sent.data.id}`;
  for (const [dry_run, what, aim] of [
    [true, 'tried', '≤ 15'],
    [false, 'imported', '≤ 20'],
  ] as const) {
    const began = performance.now();
    await send('POST', `${path}/run`, { dry_run, refused: 'stop' });
    let own: ImportRecord;
    do {
      await sleep(pollMs);
      own = ((await send('GET', path)) as { data: ImportRecord }).data;
    } while (own.state === 'checking' || own.state === 'importing');
    if (own.counts?.new !== importedEpisodes) throw new Error(`the import came to ${JSON.stringify(own)}`);
    report(`${importedEpisodes} episodes ${what} from a file, s`, (performance.now() - began) / 1000, aim);
  }
}

async function measureExport(
  { pid, send }: Office,
  asked: { format: 'csv' | 'xlsx'; seconds: number; rows: number; other(): Promise<number>; quietMs: number },
): Promise<void> {
  const { format, seconds, rows, other, quietMs } = asked;
  const columns = [
    'season_number',
    'number',
    'title_ko',
    'title_en',
    'published',
    'created_at',
    'updated_at',
  ];
  const before = residentMb(pid);
  const began = performance.now();
  const begun = (await send('POST', '/api/admin/exports', {
    resource: 'episodes',
    format,
    query: { sort: 'created_at', order: 'desc' },
    columns: columns.map((field) => ({ field, label: field })),
  })) as { data: ExportRecord };
  const times: number[] = [];
  let most = before;
  let own: ExportRecord | undefined;
  do {
    times.push(await other());
    most = Math.max(most, residentMb(pid));
    await sleep(pollMs);
    const { data } = (await send('GET', '/api/admin/exports')) as { data: ExportRecord[] };
    own = data.find(({ id }) => id === begun.data.id);
    if (own?.state === 'failed') throw new Error('the export has failed');
  } while (own?.state !== 'ready');
  const what = `${rows} episodes as ${format}`;
  report(`${what}, s`, (performance.now() - began) / 1000, `≤ ${seconds}`);
  report(`${what}: memory more, MB`, most - before, '≤ 120');
  report(`${what}: other calls p95 ÷ before`, p95(times) / quietMs, '≤ 1.5');
}
