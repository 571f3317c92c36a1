/** Reads the headings and the rows of a file of records, whichever program has written it. */
import { maxImportRows } from '../../../contract/admin/imports.ts';
import { storable, unstorable } from '../../db/unstorable.ts';
import { decodeText } from '../../decode-text.ts';
import { failField } from '../../errors.ts';
import type { Importing } from '../../resource/importing.ts';
import { makeTurns } from '../../turns.ts';
import { type Mark, maxColumns, readWorkbook, type Sheet, type SheetCell } from './workbook.service.ts';

export interface ImportTable {
  headers: string[];
  rows: { line: number; cells: SheetCell[] }[];
  /** Cells of the rows whose shown value is not reliable. */
  marks: Mark[];
}

/** Reads a file. Fails at `file` if it has no readable records. Other requests run in between. `readText` reads a further format. */
export async function readImport(bytes: Buffer, readText?: Importing['readText']): Promise<ImportTable> {
  if (bytes.length === 0) failField('file', 'file_empty');
  // The compound files of old Excel, and of encrypted new ones.
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) failField('file', 'file_old_excel');
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
  if (isZip) return tableOf(await readWorkbook(bytes));
  const text = decodeText(bytes) ?? failField('file', 'file_type');
  return tableOf({ lines: (await readText?.(text)) ?? (await readCsv(text)), marks: [] });
}

async function tableOf({ lines, marks }: Sheet): Promise<ImportTable> {
  const isFilled = (cell: SheetCell) => cell !== null && String(cell).trim() !== '';
  const first = lines.findIndex((cells) => cells.some(isFilled));
  if (first < 0) failField('file', 'file_empty');
  const headers = (lines[first] ?? []).map((cell) => clean(storable(String(cell ?? ''), '')));
  while (headers.at(-1) === '') headers.pop();
  if (headers.length > maxColumns) failField('file', 'file_columns', { max: maxColumns });
  if (marks.some(({ line }) => line <= first + 1)) failField('file', 'file_headers', { row: first + 1 });
  const broken: Mark[] = [];
  const cellOf = (cell: SheetCell = null, line: number, column: number): SheetCell => {
    if (typeof cell !== 'string' || !unstorable.test(cell)) return cell;
    if (line > first + 1) broken.push({ line, column, problem: { message: 'regex', values: {} } });
    return storable(cell, '\ufffd');
  };
  const marked = new Set(marks.map(({ line }) => line));
  const rows: ImportTable['rows'] = [];
  const turns = makeTurns();
  for (const [at, own] of lines.entries()) {
    const line = at + 1;
    const cells: SheetCell[] = [];
    for (const column of headers.keys()) {
      cells.push(cellOf(own[column], line, column));
      if (turns.isDue()) await turns.pass();
    }
    if (line > first + 1 && (cells.some(isFilled) || marked.has(line))) rows.push({ line, cells });
  }
  if (rows.length === 0) failField('file', 'file_no_rows');
  if (rows.length > maxImportRows) failField('file', 'file_rows', { max: maxImportRows });
  return { headers, rows, marks: [...marks, ...broken] };
}

/** Text of a cell: composed, trimmed, without invisible characters. */
export const clean = (text: string): string => text.normalize('NFC').replaceAll('\ufeff', '').trim();

/** The line by which a file states its separator for Excel. */
const separatorLine = /^\ufeff?sep=([,;\t])(?=[\r\n])/i;

/** The records of a CSV file (RFC 4180), whatever separates its fields. */
async function readCsv(file: string): Promise<string[][]> {
  const [line = '', told] = separatorLine.exec(file) ?? [];
  const text = file.slice(line.length);
  const heading = /\S[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator =
    told ??
    [',', '\t', ';'].reduce((best, each) =>
      heading.split(each).length > heading.split(best).length ? each : best,
    );
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  let filled = 0;
  const turns = makeTurns();
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        if (turns.isDue()) await turns.pass();
        const end = text.indexOf('"', at);
        if (end < 0) return failField('file', 'file_broken');
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
    }
    if (turns.isDue()) await turns.pass();
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    field += text.slice(at, end);
    fields.push(field);
    if (fields.length > maxColumns) failField('file', 'file_columns', { max: maxColumns });
    at = end + 1;
    if (text[end] === separator) {
      if (at >= text.length) fields.push('');
      else continue;
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (fields.some((each) => each.trim() !== '')) filled += 1;
    if (filled > maxImportRows + 1) failField('file', 'file_rows', { max: maxImportRows });
    records.push(fields);
    fields = [];
  }
  return records;
}
