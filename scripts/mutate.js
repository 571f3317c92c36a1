// biome-ignore-all lint/suspicious/noTemplateCurlyInString: replacements are source text
/**
 * `npm run mutate`: breaks one behaviour after the other in a copy of the last commit, and shows that a test fails for each. Ends with
 * 1 when a change goes unnoticed. A row names one replacement and the tests that have to notice it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './prepare.js';

/** @typedef {{ what: string, file: string, from: string, to: string, tests: string[] }} Mutation */

/** @type {Mutation[]} */
const mutations = [
  {
    what: 'premium plays without a plan',
    file: 'src/server/modules/entitlement/entitlement.ts',
    from: 'if (programme.premium && !viewer.hasPlan)',
    to: 'if (programme.premium && !viewer)',
    tests: ['src/server/modules/entitlement'],
  },
  {
    what: 'a kids profile is shown every grade',
    file: 'src/server/modules/entitlement/entitlement.ts',
    from: 'allOf(lte(maturity, viewer.maturity), sql',
    to: 'allOf(lte(maturity, 19), sql',
    tests: ['src/server/modules/entitlement', 'src/server/modules/catalog/lists.test.ts'],
  },
  {
    what: 'another household’s inquiry can be read',
    file: 'src/server/security/permission.ts',
    from: 'row is Owned<T> => row?.householdId === householdId;',
    to: 'row is Owned<T> => row !== undefined && householdId !== undefined;',
    tests: ['src/server/modules/inquiries'],
  },
  {
    what: 'a rate limit lets one attempt more through',
    file: 'src/server/security/rate-limit.ts',
    from: 'held.count < (',
    to: 'held.count <= (',
    tests: ['src/server/security/rate-limit.test.ts', 'src/server/modules/sign-in'],
  },
  {
    what: 'a household has one stream more than it may',
    file: 'src/server/modules/playback/playback.service.ts',
    from: 'if (live >= context.config.maxStreams)',
    to: 'if (live > context.config.maxStreams)',
    tests: ['src/server/modules/playback'],
  },
  {
    what: 'erasure leaves a table out',
    file: 'src/server/modules/viewing/viewing.personal-data.ts',
    from: "    viewing_ratings: { erasure: 'delete', copy: 'ratings' },\n",
    to: '',
    tests: ['src/server/db/personal-data.test.ts'],
  },
  {
    what: 'a change of content leaves cached answers as they were',
    file: 'src/server/cache/changes.ts',
    from: 'await tx.execute(sql`select pg_notify(${channel}, ${tag})`);',
    to: 'await tx.execute(sql`select ${channel}, ${tag}`);',
    tests: ['src/server/modules/partner-video'],
  },
  {
    what: 'the office overwrites what somebody else has changed meanwhile',
    file: 'src/server/resource/change.ts',
    from: 'if (step.since && Date.parse(step.since) !== before.updatedAt.getTime())',
    to: 'if (step.since && Date.parse(step.since) === 0)',
    tests: ['src/server/modules/catalog', 'src/server/resource'],
  },
  {
    what: 'a live playlist counts discontinuities from nothing',
    file: 'src/media/live-playlist.ts',
    from: '`#EXT-X-DISCONTINUITY-SEQUENCE:${first?.play ?? shown?.plays}`',
    to: '`#EXT-X-DISCONTINUITY-SEQUENCE:0`',
    tests: ['src/media', 'src/server/modules/live'],
  },
  {
    what: 'playing begins at the start, wherever somebody left',
    file: 'src/viewer/features/playback/player-page.tsx',
    from: 'startAt: session.position_seconds,',
    to: 'startAt: 0,',
    tests: ['e2e/office/ingest.story.ts'],
  },
  {
    what: 'an English page has a line in Korean',
    file: 'src/viewer/features/plans/plans-page.tsx',
    from: '<Trans>이용권 없음</Trans>',
    to: '이용권 없음',
    tests: ['e2e/viewer/accessibility.story.ts'],
  },
];

/** Only those whose words have this in them. */
const asked = process.argv[2] ?? '';
const wanted = mutations.filter(({ what }) => what.includes(asked));
const copy = mkdtempSync(join(tmpdir(), 'maru-mutate-'));
const run = (/** @type {string} */ command, /** @type {string[]} */ args) =>
  spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test' },
    maxBuffer: 1e9,
  });
/** Runs tests in the copy; how many failed, and nothing when they could not be run. @param {string[]} tests */
function failed(tests) {
  const stories = tests.some((file) => file.endsWith('.story.ts'));
  if (stories && run(process.execPath, ['scripts/build.js']).status !== 0)
    throw new Error('The copy cannot be built.');
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const config = stories ? 'e2e/vitest.config.ts' : 'vitest.config.ts';
  run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests,
  ]);
  /** @type {{ numTotalTests: number, testResults: { name: string, status: string, assertionResults: { status: string, title: string }[] }[] }} */
  const results = JSON.parse(readFileSync(report, 'utf8'));
  if (results.numTotalTests === 0) throw new Error(`No test ran: ${tests.join(', ')}`);
  return results.testResults.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  );
}

try {
  const archive = join(copy, 'archive.tar');
  spawnSync('git', ['archive', '-o', archive, 'HEAD'], { cwd: root });
  run('tar', ['xf', archive]);
  rmSync(archive);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  if (run(process.execPath, ['scripts/build.js']).status !== 0) throw new Error('The copy cannot be built.');
  let unnoticed = 0;
  for (const { what, file, from, to, tests } of wanted) {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} has no single “${from}”`);
    cpSync(path, join(copy, 'before'));
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
    const found = failed(tests);
    cpSync(join(copy, 'before'), path);
    if (found.length === 0) unnoticed += 1;
    console.log(
      `${found.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${what}\n          ${found.length} failed${found[0] ? `, first: ${found[0]}` : ''}`,
    );
  }
  console.log(`${wanted.length - unnoticed} of ${wanted.length} noticed`);
  process.exitCode = unnoticed > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
