/**
 * Reads the first visible sheet of a workbook: bounded before it is unpacked, no formula runs, and everything that is left out is
 * reported.
 */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { ZipFile } from 'yazl';
import { maxImportRows, maxUnpackedBytes } from '../../../contract/admin/imports.ts';
import type { FieldProblem } from '../../../contract/messages.ts';
import { failField } from '../../errors.ts';
import { fieldOf } from '../../unknown-value.ts';

const inflate = promisify(inflateRaw);

/** How many columns are read. */
export const maxColumns = 200;
/** The most cells that are reported. A file with more is not read further. */
const maxMarks = 20_000;
/** The reader makes every cell from the first to the last: as many as a full file has, however few of them say something. */
const maxCells = (maxImportRows + 1) * maxColumns;
/** Where a sheet of Excel ends. */
const lastPlace = { line: 1_048_576, column: 16_383 };

export type SheetCell = string | number | boolean | null;

/** A cell whose shown value is not reliable. Lines count from 1, columns from 0. */
export interface Mark {
  line: number;
  column: number;
  problem: FieldProblem;
}

export interface Sheet {
  /** Every line from the first on, empty ones too. */
  lines: SheetCell[][];
  marks: Mark[];
}

/** Reads the sheet; fails, naming `file`, when it is no workbook or too large. */
export async function readWorkbook(bytes: Buffer): Promise<Sheet> {
  const parts = await unpack(bytes);
  const sheet = firstSheet(parts);
  const book = parts.get('xl/workbook.xml')?.toString() ?? '';
  // The reader knows one of the two ways in which a workbook states that its days count from 1904.
  parts.set('xl/workbook.xml', Buffer.from(book.replace(' date1904="true"', ' date1904="1"')));
  const xml = parts.get(sheet.part)?.toString() ?? failField('file', 'file_broken');
  const { marks, areStated } = checkSheet(xml);
  if (!areStated) parts.set(sheet.part, Buffer.from(withPlaces(xml)));
  // Loaded with the first workbook.
  const { readSheet } = await import('read-excel-file/node');
  let rows: unknown[][];
  try {
    // Packed again, it has the checked parts and nothing else.
    rows = (await readSheet(await pack(parts), sheet.number, { trim: false })) as unknown[][];
  } catch (error) {
    const [, row, column] = /row (\d+), col (\d+)/.exec(String(fieldOf(error, 'message'))) ?? [];
    if (row && column) return failField('file', 'file_cell', { row, column });
    return failField('file', 'file_broken');
  }
  return { lines: rows.map((row) => row.map(asCell)), marks };
}

function asCell(value: unknown): SheetCell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : asWallClock(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The shown text of a cell with a date: it knows no zone. */
function asWallClock(at: Date): string {
  // A time of day is a part of a number: it is off by some milliseconds.
  const text = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString();
  // A length is counted from the day on which Excel's days begin.
  if (text.startsWith('1899-12-30')) return text.slice(11, 19);
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, 10);
  return text.slice(0, text.endsWith(':00.000Z') ? 16 : 19).replace('T', ' ');
}

interface Entry {
  name: string;
  method: number;
  packedBytes: number;
  bytes: number;
  at: number;
}

/** The directory of a zip file (APPNOTE 4.3.12), without looking into its entries. */
function entriesOf(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0 || end + 22 > zip.length) return failField('file', 'file_broken');
  const total = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let index = 0; index < total; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return failField('file', 'file_broken');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      packedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The parts of a workbook that are read. The sizes that the directory states are compared with the unpacked ones. */
async function unpack(zip: Buffer): Promise<Map<string, Buffer>> {
  const entries = entriesOf(zip);
  const isTooLarge = () => failField('file', 'file_unpacked', { max: maxUnpackedBytes / 2 ** 20 });
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > maxUnpackedBytes) isTooLarge();
  const parts = new Map<string, Buffer>();
  for (const { name, method, packedBytes, bytes, at } of entries) {
    if (!/^(\[Content_Types\]\.xml|_rels\/.*\.rels|xl\/.*\.(xml|rels))$/.test(name)) continue;
    if (at + 30 > zip.length || (method !== 0 && method !== 8)) return failField('file', 'file_broken');
    const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const packed = zip.subarray(begin, begin + packedBytes);
    let part: Buffer;
    try {
      part = method === 0 ? packed : await inflate(packed, { maxOutputLength: Math.max(bytes, 1) });
    } catch (error) {
      if (fieldOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE') return isTooLarge();
      return failField('file', 'file_broken');
    }
    if (part.length !== bytes) return failField('file', 'file_broken');
    parts.set(name, part);
  }
  return parts;
}

async function pack(parts: Map<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of parts) zip.addBuffer(part, name, { compress: false });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The first visible sheet: its part, and its number among all sheets. Without a visible one, the first. */
function firstSheet(parts: Map<string, Buffer>): { part: string; number: number } {
  const book = parts.get('xl/workbook.xml')?.toString() ?? failField('file', 'file_type');
  const targets = new Map<string, string>();
  for (const { name, attributes } of tagsOf(parts.get('xl/_rels/workbook.xml.rels')?.toString() ?? '')) {
    const [id, target] = [attribute(attributes, ' Id'), attribute(attributes, ' Target')];
    // A sheet may also be a chart or a dialog.
    const isSheet = attribute(attributes, ' Type')?.endsWith('/worksheet') ?? false;
    if (name !== 'Relationship' || id === undefined || target === undefined || !isSheet) continue;
    targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  const sheets = [...tagsOf(book)]
    .filter(({ name }) => name === 'sheet')
    .map(({ attributes }, at) => ({
      part: targets.get(attribute(attributes, ':id') ?? ''),
      number: at + 1,
      isVisible: (attribute(attributes, ' state') ?? 'visible') === 'visible',
    }));
  const readable = sheets.filter(({ part }) => part !== undefined);
  const found = readable.find(({ isVisible }) => isVisible) ?? readable[0];
  return { part: found?.part ?? 'xl/worksheets/sheet1.xml', number: found?.number ?? 1 };
}

interface Tag {
  /** Without its prefix; of a closing tag with the slash. */
  name: string;
  attributes: string;
  isEmpty: boolean;
  /** The text between it and the next tag. */
  text: string;
  /** Where its attributes begin in the XML text. */
  attributesAt: number;
}

/** The tags of an XML text in their order. Each character is looked at once: the text may be long, and made to take long. */
function* tagsOf(xml: string): Generator<Tag> {
  let at = xml.indexOf('<');
  while (at >= 0) {
    const end = xml.indexOf('>', at + 1);
    if (end < 0) return;
    const next = xml.indexOf('<', end + 1);
    const isEmpty = xml[end - 1] === '/';
    const inner = xml.slice(at + 1, isEmpty ? end - 1 : end);
    const space = inner.search(/\s/);
    const whole = space < 0 ? inner : inner.slice(0, space);
    const slash = whole.startsWith('/') ? '/' : '';
    yield {
      name: slash + whole.slice(Math.max(whole.indexOf(':') + 1, slash.length)),
      attributes: space < 0 ? '' : inner.slice(space),
      isEmpty,
      text: xml.slice(end + 1, next < 0 ? undefined : next),
      attributesAt: at + 1 + whole.length,
    };
    at = next;
  }
}

/** The value of an attribute. Its name is given with the sign before it. */
function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(`${name}="`);
  if (at < 0) return undefined;
  const begin = at + name.length + 2;
  const end = attributes.indexOf('"', begin);
  return end < 0 ? undefined : attributes.slice(begin, end);
}

/** `AB12` as column 27 and line 12; undefined where no sheet has such a place. */
function placeOf(reference: string): { column: number; line: number } | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (!letters || !digits) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const line = Number(digits);
  return line > lastPlace.line || column > lastPlace.column ? undefined : { column, line };
}

/** The reference of a place: `AB12` for column 27 and line 12. */
function referenceOf({ column, line }: { column: number; line: number }): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${line}`;
}

/** Follows the places of rows and cells. One without a reference is the next after the one before it (ECMA-376, 18.3.1.4 and 18.3.1.73). */
class Places {
  /** Whether every row and cell so far has a reference. */
  areStated = true;
  #line = 0;
  #column = -1;

  /** The place of a `row` or a `c`. Fails on a reference that no sheet has. */
  next({ name, attributes }: Tag): { line: number; column: number; isStated: boolean } {
    const [, reference] = /\sr\s*=\s*"([^"]*)"/.exec(attributes) ?? [];
    if (reference === undefined) this.areStated = false;
    const isRow = name === 'row';
    const stated = reference === undefined ? undefined : placeOf(isRow ? `A${reference}` : reference);
    // The reader fills all lines and columns before a place, and believes any.
    if (reference !== undefined && !stated) failField('file', 'file_broken');
    if (isRow) this.#line = stated?.line ?? this.#line + 1;
    this.#column = isRow ? -1 : (stated?.column ?? this.#column + 1);
    return {
      line: (isRow ? undefined : stated?.line) ?? this.#line,
      column: this.#column,
      isStated: !!stated,
    };
  }
}

/** The sheet with a reference in every row and cell: the reader needs them. */
function withPlaces(xml: string): string {
  const places = new Places();
  const pieces: string[] = [];
  let at = 0;
  for (const tag of tagsOf(xml)) {
    if (tag.name !== 'row' && tag.name !== 'c') continue;
    const place = places.next(tag);
    if (place.isStated) continue;
    const reference = tag.name === 'row' ? String(place.line) : referenceOf(place);
    pieces.push(xml.slice(at, tag.attributesAt), ` r="${reference}"`);
    at = tag.attributesAt;
  }
  return [...pieces, xml.slice(at)].join('');
}

interface Cell {
  line: number;
  column: number;
  isError: boolean;
  hasFormula: boolean;
  hasText: boolean;
  value: string | undefined;
}

/** The cells of a sheet that are not empty. */
function* cellsOf(xml: string, places: Places): Generator<Cell | { merged: string }> {
  let cell: Cell | undefined;
  for (const tag of tagsOf(xml)) {
    const { name, attributes, isEmpty, text } = tag;
    if (name === 'row' || name === 'c') {
      // A quote that is not closed would hide the rest of the tag from here, and not from the reader.
      if (attributes.split('"').length % 2 === 0 || attributes.includes("'"))
        failField('file', 'file_broken');
      const { line, column } = places.next(tag);
      if (name === 'row' || isEmpty) continue;
      cell = {
        line,
        column,
        isError: attribute(attributes, ' t') === 'e',
        hasFormula: false,
        hasText: false,
        value: undefined,
      };
    } else if (name === '/c') {
      if (cell && (cell.hasText || cell.hasFormula || cell.value !== undefined)) yield cell;
      cell = undefined;
    } else if (name === 'mergeCell') yield { merged: attribute(attributes, ' ref') ?? '' };
    else if (!cell) continue;
    else if (name === 'f') cell.hasFormula = true;
    else if (name === 'is') cell.hasText = true;
    else if (name === 'v') cell.value = text;
  }
}

/**
 * Finds what the reader would pass over: formulas without a result or with an error, and merged cells. Fails when there are too many rows
 * or columns, before anything is made of them.
 */
function checkSheet(xml: string): { marks: Mark[]; areStated: boolean } {
  const marks: Mark[] = [];
  const places = new Places();
  const mark = (line: number, column: number, problem: FieldProblem) => {
    marks.push({ line, column, problem });
    if (marks.length > maxMarks) failField('file', 'file_rows', { max: maxImportRows });
  };
  const lines = new Set<number>();
  const merged: string[] = [];
  const last = { line: 0, column: 0 };
  for (const cell of cellsOf(xml, places)) {
    if ('merged' in cell) {
      merged.push(cell.merged);
      continue;
    }
    const { line, column, isError, hasFormula, hasText, value } = cell;
    if (column >= maxColumns) failField('file', 'file_columns', { max: maxColumns });
    lines.add(line);
    if (lines.size > maxImportRows + 1) failField('file', 'file_rows', { max: maxImportRows });
    last.line = Math.max(last.line, line);
    last.column = Math.max(last.column, column);
    if (isError) mark(line, column, { message: 'cell_formula', values: { value: value ?? '' } });
    else if (hasFormula && !hasText && value === undefined)
      mark(line, column, { message: 'cell_formula', values: { value: '?' } });
  }
  if (last.line * (last.column + 1) > maxCells) failField('file', 'file_far', { row: last.line });
  const filled = [...lines].sort((a, b) => a - b);
  for (const reference of merged) {
    const [from, to] = reference.split(':').map(placeOf);
    if (!from || !to) continue;
    for (let at = firstFrom(filled, from.line); (filled[at] ?? Infinity) <= to.line; at += 1)
      for (let column = from.column; column <= Math.min(to.column, maxColumns - 1); column += 1)
        mark(filled[at] ?? 0, column, { message: 'cell_merged', values: {} });
  }
  return { marks, areStated: places.areStated };
}

/** Where in rising numbers the first one is that is not less. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
