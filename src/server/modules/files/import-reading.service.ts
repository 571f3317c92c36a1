/** What a file of records has in it: its headings and its rows, whatever program has written it. */
import iconv from 'iconv-lite';
import { maxImportRows } from '../../../contract/admin/imports.ts';
import { storable, unstorable } from '../../db/unstorable.ts';
import { failField } from '../../errors.ts';
import { type Mark, maxColumns, readWorkbook, type Sheet, type SheetCell } from './workbook.service.ts';

export interface ImportTable {
  headers: string[];
  rows: { line: number; cells: SheetCell[] }[];
  /** Cells of the rows that are not what they seem. */
  marks: Mark[];
}

/** Reads a file; fails, naming `file`, when nothing can be made of it. */
export async function readImport(bytes: Buffer): Promise<ImportTable> {
  if (bytes.length === 0) failField('file', 'file_empty');
  // The compound files of old Excel, and of encrypted new ones.
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) failField('file', 'file_old_excel');
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
  const { lines, marks } = isZip ? await readWorkbook(bytes) : { lines: readCsv(decode(bytes)), marks: [] };
  return tableOf({ lines, marks });
}

function tableOf({ lines, marks }: Sheet): ImportTable {
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
  const rows = lines
    .map((cells, at) => ({
      line: at + 1,
      cells: headers.map((_, column) => cellOf(cells[column], at + 1, column)),
    }))
    .filter(({ line, cells }) => line > first + 1 && (cells.some(isFilled) || marked.has(line)));
  if (rows.length === 0) failField('file', 'file_no_rows');
  if (rows.length > maxImportRows) failField('file', 'file_rows', { max: maxImportRows });
  return { headers, rows, marks: [...marks, ...broken] };
}

/** Text of a cell: composed, trimmed, without characters that nobody sees. */
export const clean = (text: string): string => text.normalize('NFC').replaceAll('\ufeff', '').trim();

/** The text of a file in UTF-8 or, where it is not, in CP949; or in UTF-16, when it says so. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf16le');
  if (bytes.includes(0)) return failField('file', 'file_type');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Node's own decoder of Korean lacks the characters that CP949 has beyond EUC-KR, such as 똠.
    const text = iconv.decode(bytes, 'cp949');
    return text.includes('\ufffd') ? failField('file', 'file_type') : text;
  }
}

/** The line by which a file tells Excel what separates its fields. */
const separatorLine = /^\ufeff?sep=([,;\t])(?=[\r\n])/i;

/** The records of a CSV file (RFC 4180), whatever separates its fields. */
function readCsv(file: string): string[][] {
  const [line = '', told] = separatorLine.exec(file) ?? [];
  const text = file.slice(line.length);
  const heading = /\S[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator =
    told ??
    [',', '\t', ';'].reduce((best, each) =>
      heading.split(each).length > heading.split(best).length ? each : best,
    );
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  let filled = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end < 0) return failField('file', 'file_broken');
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
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
