/** `npm run bench [lighthouse] [home] [guide] [search] [lists] [accounts] [segment] [ingest] [slow] [office] [reports] [billing] [rounds] [bundle] [start] [abuse] [faults] [fuzz]`: bundles the benchmarks like the server, and runs them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildApps, installPackages, requireNode, root } from './prepare.js';

requireNode();
process.chdir(root);
await installPackages();
await buildApps();
process.env.NODE_ENV = 'production';
const { build } = await import('vite');
const outDir = join(root, 'node_modules/.cache/maru-bench');
for (const [index, name] of [
  'main',
  'server',
  'bare-server',
  'row-server',
  'guesses',
  'abuser',
  'gateway',
  'biller',
].entries()) {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, `bench/${name}.ts`),
      outDir,
      emptyOutDir: index === 0,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: `${name}.js` } },
    },
  });
}
const { status } = spawnSync(process.execPath, [join(outDir, 'main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
