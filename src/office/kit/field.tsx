/** A field of a resource, declared once for its form, its list, its export and the event log; `fields.tsx` has the kinds there are. */
import {
  createContext,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { Locale } from '../../contract/errors.ts';
import type { Text } from '../i18n/i18n-provider.ts';
import type { Pair, TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import type { Column } from './columns.tsx';
import type { FilterProps } from './filters.tsx';
import { FieldRow } from './inputs.tsx';

/** One fact on the wire. */
export interface Fact {
  /** How it is called, when that is not in `fieldNames` or differs here. */
  label?: Pair;
  /** How the event log writes a value; as its type says without, or where it answers undefined. */
  log?: (value: unknown, tools: { locale: Locale; text: Text }) => ReactNode;
}
export type Facts = Record<string, Fact>;

/** What a list can be asked about a fact. */
export type Ask =
  | { kind: 'text' | 'number' | 'instant' | 'day' }
  | { kind: 'choice'; choices: readonly { id: string; text: TextKey }[] }
  | { kind: 'record'; resource: OfficeResource };

export interface Field<R> {
  /** Where a form places it: its name on the wire; of a pair what both names begin with. */
  name: string;
  /** How it is entered, and in a form to read, shown; nothing where it is only listed. */
  input?: ReactElement;
  columns: readonly Column<R>[];
  filter?: ReactElement<FilterProps>;
  /** What a list can be asked about its facts, by name. */
  asks?: Readonly<Record<string, Ask>>;
  /** How many records are changed in it at once: to one value, or by adding and taking values. */
  bulk?: 'set' | 'list';
  /** What it is on the wire, by name. */
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

/** Makes the component that places fields by name. */
export function makeFieldPlace<R>(fields: readonly Field<R>[]): FieldPlace<R> {
  const inputs = new Map(fields.map(({ name, input }) => [name, input]));
  return ({ name }) => {
    const input = inputs.get(name);
    if (!input) throw new Error(`No field that can be entered is called ${name}.`);
    return input;
  };
}

/** Makes the form of some fields: one below the other, unless a layout is given. */
export function makeForm<R>(fields: readonly Field<R>[], layout?: FormLayout<R>): () => ReactNode {
  const Field = makeFieldPlace(fields);
  if (typeof layout === 'function') return () => createElement(layout, { Field });
  if (!layout) return () => createElement(Fragment, null, ...fields.map(({ input }) => input));
  const place = (part: FieldName<R> | ReactElement) =>
    typeof part === 'string' ? <Field name={part} /> : part;
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

/** What the event log knows of every resource's facts, by the resource's name. */
export const FactsOfResources = createContext<Partial<Record<string, Facts>>>({});
