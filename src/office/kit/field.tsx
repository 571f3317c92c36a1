/** A field of a resource, declared once for its form, its list, its export and the event log; `fields.tsx` has the kinds there are. */
import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Locale } from '../../contract/errors.ts';
import type { Text } from '../i18n/i18n-provider.ts';
import type { Pair, TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import type { Column } from './columns.tsx';
import type { FilterProps } from './filters.tsx';
import { seenField, useHiddenFields } from './hidden-fields.ts';
import { FieldRow } from './inputs.tsx';

/** One fact on the wire. */
export interface Fact {
  /** How it is called, when that is not in `fieldNames` or differs here. */
  label?: Pair;
  /** How the event log writes a value; as its type says without, or where it answers undefined. */
  log?: (value: unknown, tools: { locale: Locale; text: Text }) => ReactNode;
  /** The field that shows what this one names, such as the picture of an id. The two are hidden together. */
  shown?: string;
}
export type Facts = Record<string, Fact>;

/** What a list can be asked about a fact. */
export type Ask =
  | { kind: 'text' | 'number' | 'money' | 'instant' | 'day' | 'countries' }
  | { kind: 'choice'; choices: readonly { id: string; text: TextKey }[] }
  | { kind: 'record'; resource: OfficeResource };

/** A fact that many records can be changed in at once: to one value, or by adding and taking values. */
export interface BulkField {
  fact: string;
  how: 'set' | 'list';
  input: ReactElement;
}

export interface Field<R> {
  /** Where a form places it: its name on the wire; of a pair what both names begin with. */
  name: string;
  /** How it is entered, and in a form to read, shown; nothing where it is only listed. */
  input?: ReactElement;
  columns: readonly Column<R>[];
  filter?: ReactElement<FilterProps>;
  /** What a list can be asked about its facts, by name. */
  asks?: Readonly<Record<string, Ask>>;
  /** Those of its facts that many records can be changed in at once. */
  bulk?: readonly BulkField[];
  /** What it is on the wire, by name. */
  facts: Facts;
  /** What else its input enters or shows: facts of other fields. Where one of them is hidden, there is no input. */
  uses?: readonly string[];
}

type Stem<K> = K extends `${infer S}_ko` ? S : never;
/** The names by which a record's fields can be placed. */
export type FieldName<R> = (keyof R & string) | Stem<keyof R>;
/** Stands where the field of that name is wanted. */
export type FieldPlace<R> = (props: { name: FieldName<R> }) => ReactNode;

/** A form's rows, each of one or several fields, or of an element of its own; or a component that places the fields. */
export type FormLayout<R> =
  | readonly (FieldName<R> | ReactElement | readonly (FieldName<R> | ReactElement)[])[]
  | ((props: { Field: FieldPlace<R> }) => ReactNode);

/** Makes the component that places fields by name; it leaves a place empty whose field is hidden from the person who is signed in. */
export function makeFieldPlace<R>(fields: readonly Field<R>[]): FieldPlace<R> {
  const known = new Map(fields.map((field) => [field.name, field]));
  return function Place({ name }) {
    const hidden = useHiddenFields();
    const field = known.get(name);
    if (!field?.input) throw new Error(`No field that can be entered is called ${name}.`);
    return seenField(field, hidden).input ?? null;
  };
}

/** Makes the form of some fields: one below the other, unless a layout is given. */
export function makeForm<R>(fields: readonly Field<R>[], layout?: FormLayout<R>): () => ReactNode {
  const Field = makeFieldPlace(fields);
  if (typeof layout === 'function') return () => createElement(layout, { Field });
  const place = (part: FieldName<R> | ReactElement) =>
    typeof part === 'string' ? <Field name={part} /> : part;
  if (!layout) {
    const entered = fields.filter(({ input }) => input).map(({ name }) => place(name as FieldName<R>));
    return () => createElement(Fragment, null, ...entered);
  }
  const rows = layout.map((row) =>
    typeof row === 'string' || isValidElement(row)
      ? place(row)
      : createElement(FieldRow, null, ...(row as readonly (FieldName<R> | ReactElement)[]).map(place)),
  );
  return () => createElement(Fragment, null, ...rows);
}

/** All facts of some fields by name. */
export const factsOf = (fields: readonly Pick<Field<never>, 'facts'>[]): Facts =>
  Object.assign({}, ...fields.map(({ facts }) => facts));
