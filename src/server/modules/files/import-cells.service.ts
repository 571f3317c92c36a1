/** Reads the cells of an import, by the types of the fields that they fill. */
import type { z } from 'zod';
import { fieldKind } from '../../../contract/admin/filters.ts';
import { formulaStart } from '../../../contract/csv.ts';
import type { FieldProblem } from '../../../contract/messages.ts';
import { instantAt, instantsAt, wallClock } from '../../../contract/zone.ts';
import type { ImportColumn } from '../../resource/importing.ts';
import { clean } from './import-reading.service.ts';
import type { SheetCell } from './workbook.service.ts';

/** The value of a cell, or its problem. `undefined`: the cell is empty, and the field stays as it is. */
type Said = { value: unknown } | { problem: FieldProblem } | undefined;

/** Names that may be digits alone. */
const nameFields = ['slug', 'youtube_id'];

/** Texts that empty a field. An empty cell leaves the field as it is. */
export const emptied = ['(비움)', '(empty)'];

const problem = (message: FieldProblem['message']): Said => ({ problem: { message, values: {} } });

/** The text of a cell; its apostrophe, by which our own CSV keeps Excel from running it, is taken off. */
export function textOf(cell: SheetCell): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  const text = clean(String(cell ?? ''));
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/** Reads a cell for a field of this type. */
export function readCell(cell: SheetCell, column: ImportColumn, type: z.ZodType, zone: string): Said {
  const text = textOf(cell);
  if (text === '') return undefined;
  const kind = fieldKind(type);
  if (emptied.includes(text))
    return { value: type.safeParse(null).success ? null : kind === 'text' ? '' : undefined };
  if (column.isList) return { value: listed(text).map((own) => wordOf(own, column) ?? own) };
  const word = wordOf(text, column) ?? column.reads?.(text);
  switch (kind) {
    case 'number':
      return readNumber(word ?? text);
    case 'flag':
      return readFlag(word ?? text);
    case 'choice':
      return { value: word ?? text };
    case 'day':
      return readDay(cell, text);
    case 'instant':
      return readInstant(cell, text, zone);
    default:
      // A name is no number: Excel has taken the zeros in front of it.
      return typeof cell === 'number' && nameFields.includes(column.name)
        ? problem('cell_zeros')
        : { value: word ?? text };
  }
}

/** The parts of a cell that holds several. */
export const listed = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The value that people call so. */
function wordOf(text: string, { words = {} }: ImportColumn): string | undefined {
  const wanted = fold(text);
  return Object.keys(words).find((value) => words[value]?.some((word) => fold(word) === wanted));
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

function readNumber(text: string): Said {
  const plain = text.normalize('NFKC').replaceAll(/[,\s]/g, '');
  return /^[+-]?\d{1,15}(\.\d+)?$/.test(plain) ? { value: Number(plain) } : problem('numeric');
}

const flags: Record<string, boolean> = Object.fromEntries([
  ...['true', 'yes', 'y', '1', 'o', '예', '네'].map((word) => [word, true]),
  ...['false', 'no', 'n', '0', 'x', '아니요', '아니오'].map((word) => [word, false]),
]);

function readFlag(text: string): Said {
  const word = fold(text);
  return Object.hasOwn(flags, word) ? { value: flags[word] } : problem('boolean');
}

const two = (part: string | undefined) => String(part ?? '').padStart(2, '0');

/** The day that is written at the beginning of a text, and the rest of it. */
function dayOf(text: string): { day: string; rest: string } | undefined {
  const plain = text.normalize('NFKC');
  const byYear = /^(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})(?:\s*일)?\.?/.exec(plain);
  if (byYear)
    return {
      day: `${byYear[1]}-${two(byYear[2])}-${two(byYear[3])}`,
      rest: plain.slice(byYear[0].length),
    };
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(plain);
  if (!american) return undefined;
  return {
    day: `${american[3]}-${two(american[1])}-${two(american[2])}`,
    rest: plain.slice(american[0].length),
  };
}

/** The wall clock, with seconds, of a number as Excel counts days; undefined for a number outside of its calendar. */
function wallClockOf(serial: number): string | undefined {
  if (!(serial >= 61 && serial < 2_958_466)) return undefined;
  return new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString().slice(0, 19);
}

function readDay(cell: SheetCell, text: string): Said {
  const found =
    typeof cell === 'number'
      ? { day: wallClockOf(cell)?.slice(0, 10), rest: '' }
      : (dayOf(text) ?? { day: undefined, rest: '' });
  if (!found.day || !isDay(found.day) || !/^(,?\s*[T ]?0{1,2}:00(:00)?)?$/.test(found.rest.trim()))
    return problem('date');
  return { value: found.day };
}

/** Whether the calendar has that day. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
};

/** An instant with its offset. */
const exactInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Whether a cell shows the present value of a field, as exactly as an export writes it. Most instants of an export have no seconds. It
 * does not distinguish the two hours that clocks show twice. A text can begin with the apostrophe of a formula, or be the text that
 * empties a field.
 */
export function saysPresent(
  cell: SheetCell,
  column: ImportColumn,
  type: z.ZodType,
  { present, zone }: { present: unknown; zone: string },
): boolean {
  if (cell === null || present === null || present === undefined) return false;
  if (fieldKind(type) === 'instant') {
    const said = exactInstant.test(textOf(cell)) ? undefined : readCell(cell, column, type, zone);
    if (!said || !('value' in said) || typeof said.value !== 'string') return false;
    return wallClock(new Date(said.value), zone) === wallClock(new Date(String(present)), zone);
  }
  if (typeof present === 'string') return clean(String(cell)) === clean(present);
  if (typeof present !== 'number' || !column.step) return false;
  const said = readCell(cell, column, type, zone);
  return (
    said !== undefined && 'value' in said && said.value === Math.round(present / column.step) * column.step
  );
}

function readInstant(cell: SheetCell, text: string, zone: string): Said {
  if (exactInstant.test(text)) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? problem('date') : { value: new Date(at).toISOString() };
  }
  const wall = typeof cell === 'number' ? wallClockOf(cell) : wallClockIn(text);
  const at = wall && isDay(wall.slice(0, 10)) ? instantAt(wall, zone) : undefined;
  if (!wall || !at) return problem('date');
  if (instantsAt(wall, zone).length === 0) return problem('hour_skipped');
  return { value: new Date(at.getTime() + Number(wall.slice(17)) * 1000).toISOString() };
}

function wallClockIn(text: string): string | undefined {
  const found = dayOf(text);
  if (!found) return undefined;
  const time = /^[,T\s]*(?:(\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(found.rest);
  if (!time) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = time;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return `${found.day}T${two(hours)}:${two(minutes)}:${two(seconds)}`;
}
