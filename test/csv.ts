/** Reads files of exports as other programs do. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** The fields of a CSV file, read by the rules of RFC 4180. */
export function readCsv(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true);
  const rows: string[][] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g;
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.slice(1).matchAll(pattern)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The same of a sheet of Excel, as Debian's `xlsx2csv` writes it. */
export function readSheetAsCsv(bytes: Buffer): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'maru-xlsx-'));
  try {
    writeFileSync(join(folder, 'list.xlsx'), bytes);
    const args = ['-l', '\\r\\n', join(folder, 'list.xlsx')];
    return readCsv(`\ufeff${execFileSync('xlsx2csv', args).toString()}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
