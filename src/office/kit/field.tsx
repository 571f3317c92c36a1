/** A field of a resource, declared once for its form, its list, its export and the event log; `fields.tsx` has the kinds there are. */
import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import type { Column } from './columns.tsx';
import type { Facts } from './declared-resources.ts';
import type { FilterProps } from './filters.tsx';
import { useHiddenFields } from './hidden-fields.ts';
import { FieldRow } from './inputs.tsx';

/** A filter of a list by a fact. */
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
  /** The filters of a list by its facts, by name. */
  asks?: Readonly<Record<string, Ask>>;
  /** Those of its facts that many records can be changed in at once. */
  bulk?: readonly BulkField[];
  /** Its fields on the wire, by name. */
  facts: Facts;
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

/** The parts of a field that remain if some facts are hidden. */
export function seenField<R>(field: Field<R>, hidden: readonly string[]): Field<R> {
  if (hidden.length === 0) return field;
  const isSeen = (name: string) => !hidden.includes(name);
  const { input, columns, filter, asks = {}, bulk = [], ...named } = field;
  return {
    ...named,
    ...(input && Object.keys(field.facts).every(isSeen) ? { input } : {}),
    columns: columns.filter(({ source }) => isSeen(source)),
    ...(filter && isSeen(filter.props.source) ? { filter } : {}),
    asks: Object.fromEntries(Object.entries(asks).filter(([name]) => isSeen(name))),
    bulk: bulk.filter(({ fact }) => isSeen(fact)),
  };
}

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
