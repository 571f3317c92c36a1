/** Both apps as a build leaves them, as far as the server reads them: for tests of what documents are sent with. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const document = (assets: string) => `<!doctype html>
<html lang="ko"><head><title>Maru</title>
<link rel="stylesheet" crossorigin href="${assets}/index.css">
<script type="module" crossorigin src="${assets}/index.js"></script>
</head><body><div id="app"></div></body></html>`;

/** Writes them, and takes them away after the file's tests; answers the folder to be `rootDir`. */
export function writeApps(): string {
  const rootDir = mkdtempSync(join(tmpdir(), 'maru-apps-'));
  for (const [app, base] of [
    ['viewer', ''],
    ['office', '/office'],
  ] as const) {
    for (const [path, text] of [
      ['index.html', document(`${base}/assets`)],
      ['assets/index.css', 'body{margin:0}'],
      ['assets/index.js', 'export {};'],
    ] as const) {
      const file = join(rootDir, 'dist', app, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  afterAll(() => rmSync(rootDir, { recursive: true, force: true }));
  return rootDir;
}
