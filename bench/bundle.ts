/** What is downloaded as script, compressed: on a first visit to home the scripts a real browser asks for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../scripts/chromium.js';

/** Bytes (gzip 9) of every script that a guest's first view of `url` loads, until the network is quiet. */
export async function initialScriptBytes(
  url: string,
  distDir: string,
): Promise<{ bytes: number; files: string[] }> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const files = new Set<string>();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'ko-KR' });
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) files.add(pathname);
    });
    await page.goto(url);
    await page.waitForLoadState('networkidle');
  } finally {
    await browser.close();
  }
  let bytes = 0;
  for (const path of files) bytes += gzipSync(readFileSync(join(distDir, path)), { level: 9 }).length;
  return { bytes, files: [...files] };
}

/** Bytes (gzip 9) of the scripts in a folder of a build whose names begin so: a part that is fetched when it is needed. */
export function scriptBytes(folder: string, beginning: string): number {
  const files = readdirSync(folder).filter((name) => name.startsWith(beginning) && name.endsWith('.js'));
  if (files.length === 0) throw new Error(`${folder} has no script ${beginning}`);
  return files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
    0,
  );
}
