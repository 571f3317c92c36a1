/** How rows of a file become records of a resource: declared where the resource is. */
import type { ImageKind } from '../../contract/images.ts';

/** What a cell of a column says; by its field's type where nothing else is said. */
export interface ImportColumn {
  /** Its heading in any language, beside its labels. */
  name: string;
  ko: string;
  en: string;
  /** What the template shows. */
  example: string;
  /** The field that it fills, its name unless said; null: it only helps another column to find its record. */
  field?: string | null;
  /** What people write for a value, beside the value itself. */
  words?: Record<string, readonly string[]>;
  /** It holds several such values, with commas between. */
  isList?: true;
  /** Makes what people write the text of the value, such as the id of an address; of a record, its other name. What it does not know it leaves. */
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
}

/** The field that a column fills. */
export const fieldOfColumn = ({ name, field }: ImportColumn): string | null =>
  field === undefined ? name : field;
