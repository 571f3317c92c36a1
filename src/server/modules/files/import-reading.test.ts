import { expect, test } from 'vitest';
import { CallError } from '../../errors.ts';
import { readImport } from './import-reading.service.ts';

/** Reads a file, and counts how often other work ran meanwhile. */
async function readBeside(file: string) {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const read = await readImport(Buffer.from(file)).catch((error: unknown) => error);
  isReading = false;
  return { read, turns };
}

test('megabytes of quotes, columns and lines let other requests run', async () => {
  const quotes = await readBeside(`name\n"${'""'.repeat(4_000_000)}"\n`);
  expect(quotes.read).toMatchObject({ headers: ['name'], rows: [{ line: 2 }] });
  expect(quotes.turns).toBeGreaterThan(5);

  const columns = Array.from({ length: 200 }, (_, at) => `c${at}`).join(';');
  const wide = await readBeside(`${columns}\n${`${'1;'.repeat(199)}1\n`.repeat(9_000)}`);
  expect(wide.read).toMatchObject({ rows: { length: 9_000 } });
  expect(wide.turns).toBeGreaterThan(5);

  const open = await readBeside(`name\n"${'""'.repeat(4_000_000)}`);
  expect(open.read).toBeInstanceOf(CallError);
});

test('the separator is that of the first line, or the most frequent one', async () => {
  const rowsOf = async (file: string) => (await readImport(Buffer.from(file))).rows.map(({ cells }) => cells);
  expect(await rowsOf('a\tb\n1,5\t2\n')).toEqual([['1,5', '2']]);
  expect(await rowsOf('sep=;\r\na;b\r\n1;"x;""y"""\r\n')).toEqual([['1', 'x;"y"']]);
  expect(await rowsOf('a,b\n"1\n2",3')).toEqual([['1\n2', '3']]);
});
