/** How rows of a file become records of a resource: declared where the resource is. */
import type { ImageKind } from '../../contract/images.ts';
import type { FieldProblem } from '../../contract/messages.ts';
import type { Queryable } from '../db/client.ts';

/** A column of a file. Without further options the type of its field decides how its cells are read. */
export interface ImportColumn {
  /** Its heading in any language, beside its labels. */
  name: string;
  ko: string;
  en: string;
  /** The cell of the template. */
  example: string;
  /** The field that it fills, its name unless said; null: it only helps another column to find its record. */
  field?: string | null;
  /** Other words for a value, beside the value itself. */
  words?: Record<string, readonly string[]>;
  /** It holds several such values, with commas between. */
  isList?: true;
  /** Converts a cell to the text of the value, such as an address to its id, or to another name of the record. It returns other texts unchanged. */
  reads?: (text: string) => string;
  /** Files have its field to a multiple of this. */
  step?: number;
  /** It names a picture that was sent beside the file, which is cut to this kind. */
  picture?: ImageKind;
  /** It names a record, by the first of these fields that fits; of records whose fields are what other columns have found. */
  refers?: { resource: string; by: readonly string[]; within?: Record<string, string> };
  /** Its field is a list: each entry names such a record in the field `id`, and has the texts beside it. */
  entries?: EntryFields;
}

/** The fields of an entry. */
export interface EntryFields {
  id: string;
  texts: readonly string[];
}

export interface Importing {
  /** The fields by which a row finds its record. */
  key: readonly string[];
  /** In the order of the template. A column that another one needs stands before it. */
  columns: readonly ImportColumn[];
  /** Reads the rows of a text in another format than CSV, with headings; undefined for other texts. */
  readText?: (text: string) => Promise<string[][] | undefined>;
  /** Finds further problems of new and changed records, such as those between two rows of the file, by the record's id. */
  check?: (db: Queryable, records: readonly PlannedRecord[]) => Promise<ReadonlyMap<string, FieldProblems>>;
}

/** A record as an import would write it. */
export interface PlannedRecord {
  id: string;
  isNew: boolean;
  /** Its fields after the import, on the wire. */
  fields: Record<string, unknown>;
}

type FieldProblems = Record<string, FieldProblem[]>;

/** The field that a column fills. */
export const fieldOfColumn = ({ name, field }: ImportColumn): string | null =>
  field === undefined ? name : field;
