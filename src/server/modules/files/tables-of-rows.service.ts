/** Rows as a file that Excel opens as they are meant: CSV or xlsx, written while they are read. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { csvCell, csvMark } from '../../../contract/csv.ts';

export type Cell = string | number | null;

/**
 * A column of a file. `count`: an amount. `number`: one that is rather a name, such as a year. `percent`: a part of one. `day`:
 * `YYYY-MM-DD`. `instant`: `YYYY-MM-DD HH:MM`, in the service's zone, with seconds where an import finds its record by them.
 */
export interface FileColumn {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'count' | 'seconds' | 'percent' | 'day' | 'instant';
}

export type Row = Record<string, Cell>;

interface Options {
  format: 'csv' | 'xlsx';
  /** The last line, asked for when all others are written. */
  totals?: (() => Row) | undefined;
}

/** The media types of files. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * Writes rows as a file. Rows are read as fast as the file is taken. A failure destroys the stream, so that an
 * incomplete file is a failed download.
 */
export function streamRows(
  columns: readonly FileColumn[],
  rows: AsyncIterable<Row>,
  { format, totals }: Options,
): Readable {
  const lines = linesOf(rows, totals);
  return format === 'csv'
    ? Readable.from(inPieces(csvLines(columns, lines)), { objectMode: false })
    : zipOf(inPieces(sheetLines(columns, lines)));
}

async function* linesOf(rows: AsyncIterable<Row>, totals: (() => Row) | undefined): AsyncGenerator<Row> {
  yield* rows;
  if (totals) yield totals();
}

const pieceLength = 64 * 1024;

/** Texts joined to pieces that are worth sending. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

async function* csvLines(columns: readonly FileColumn[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `${csvMark}${columns.map(({ label }) => csvCell(label)).join(',')}\r\n`;
  for await (const row of rows)
    yield `${columns.map(({ name, kind }) => csvCell(asText(row[name] ?? null, kind))).join(',')}\r\n`;
}

function asText(value: Cell, kind: FileColumn['kind']): string | number {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (kind === 'percent') return `${Number((value * 100).toFixed(1))}%`;
  return kind === 'seconds' ? showSeconds(value) : value;
}

/** `1:02:03`, hours beyond a day too. */
function showSeconds(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const shown = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return seconds < 0 ? `-${shown}` : shown;
}

/** The styles of the sheet, by their place in `styles.xml`. */
const styleOf: Record<FileColumn['kind'] | 'heading', number> = {
  text: 0,
  number: 0,
  heading: 1,
  count: 2,
  seconds: 3,
  percent: 4,
  day: 5,
  instant: 6,
};

async function* sheetLines(columns: readonly FileColumn[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const names = columns.map((_, at) => columnName(at));
  const widths = columns.map(({ label, kind }, at) => {
    const width = Math.min(Math.max(label.length * 2, kind === 'text' || kind === 'instant' ? 18 : 12), 40);
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`;
  yield `<row r="1">${columns.map(({ label }, at) => textCell(`${names[at]}1`, label, styleOf.heading)).join('')}</row>`;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    const cells = columns.map(({ name, kind }, at) =>
      sheetCell(`${names[at]}${number}`, row[name] ?? null, kind),
    );
    yield `<row r="${number}">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

/** `A`, `B`, … `Z`, `AA`. */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

function sheetCell(place: string, value: Cell, kind: FileColumn['kind']): string {
  if (value === null || value === '') return '';
  const isDate = kind === 'day' || kind === 'instant';
  const serial = typeof value === 'string' && isDate ? serialOf(value) : undefined;
  if (serial !== undefined) return numberCell(place, serial, styleOf[kind]);
  if (typeof value === 'string') return textCell(place, value, styleOf.text);
  if (!Number.isFinite(value)) return '';
  return numberCell(place, kind === 'seconds' ? value / 86_400 : value, styleOf[kind]);
}

const numberCell = (place: string, value: number, style: number) =>
  `<c r="${place}"${style ? ` s="${style}"` : ''}><v>${value}</v></c>`;

const textCell = (place: string, value: string, style: number) =>
  `<c r="${place}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${sheetText(value)}</t></is></c>`;

/** A cell of Excel holds no more. */
const maxCellLength = 32_767;

/** Text of a sheet. Characters that XML lacks become `_xHHHH_`, and a text that looks like such a code is escaped. */
function sheetText(text: string): string {
  return text
    .normalize('NFC')
    .slice(0, maxCellLength)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\t\n\u0020-\ufffd]/g, escapedCharacter)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const escapedCharacter = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * A day or a time of day in days since the first of Excel's calendar. Undefined for another text, and before March 1900, because
 * Excel counts a day there that never was.
 */
function serialOf(text: string): number | undefined {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const at = day ? Date.parse(`${day}T${time.padEnd(8, ':00')}Z`) : Number.NaN;
  const serial = at / 86_400_000 + 25_569;
  return serial >= 61 ? serial : undefined;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook beside its sheet (ECMA-376). */
const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${officeNames}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeNames}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${officeNames}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNames}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/><numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
    [0, 0],
    [0, 1],
    [3, 0],
    [166, 0],
    [164, 0],
    [165, 0],
    [167, 0],
  ]
    .map(
      ([format, font]) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    .join(
      '',
    )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

function zipOf(sheet: AsyncGenerator<string>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.once('error', (error) => output.destroy(error));
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(xmlHead + text), name);
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', { compressionLevel: 4 }, (done) => {
    const stream = Readable.from(sheet, { objectMode: false });
    stream.once('error', (error) => zip.emit('error', error));
    output.once('close', () => stream.destroy());
    done(null, stream);
  });
  zip.end();
  return output;
}
