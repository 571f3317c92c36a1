/** The kinds of fields. Each kind defines input, list column, export, filter and the format in the event log. */
import type { ReactElement } from 'react';
import type { hiddenValue } from '../../contract/admin/hidden-value.ts';
import { type ImageKind, imageRatio, imageWidths } from '../../contract/images.ts';
import type { Image } from '../../contract/wire.ts';
import { type Text, useText } from '../i18n/i18n-provider.ts';
import type { Pair, TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import { type Choice, PublicationTag, publications } from './chips.tsx';
import {
  ChoiceCell,
  type Column,
  ImageCell,
  InstantCell,
  NameCell,
  NumberCell,
  RatingCell,
} from './columns.tsx';
import type { Fact } from './declared-resources.ts';
import type { Ask, BulkField, Field } from './field.tsx';
import { ChoiceFilter, type FilterProps, RecordFilter } from './filters.tsx';
import { ImageInput } from './image-input.tsx';
import {
  ChoiceInput,
  DayInput,
  LineInput,
  PairInput,
  RatingInput,
  SlugInput,
  SwitchInput,
  WholeNumberInput,
} from './inputs.tsx';
import { ratingChoices, showRating } from './rating.ts';
import { RecordInput, RecordsInput } from './reference-input.tsx';
import { ReferenceName, ReferenceNames } from './reference-name.tsx';
import type { Rule } from './rules.ts';
import { InstantInput, WindowInput } from './window-input.tsx';

type KeyOf<R, V> = { [K in keyof R]-?: R[K] extends V ? K : never }[keyof R] & string;
type Place = Pick<Column<unknown>, 'from' | 'sort'>;

/** Options of every kind. */
interface Options {
  /** Name of the field, if it is missing in `fieldNames` or differs here. */
  label?: Pair;
  /** Column that the list shows at first. Without this option, staff members can add the column to the list. */
  list?: true | Place;
  /** Other input than the default. False if the field cannot be entered. */
  input?: ReactElement | false;
  /**
   * Whether conditions of a list can use the field. Default: true if the field can be entered or is a
   * sortable column.
   */
  asked?: boolean;
}
interface Filterable {
  /** Whether the list can be filtered by it. */
  filter?: true;
}

/** A column that the list does not show at first. It is not sortable, because the server may not sort by it. */
export const chosenColumn = { hidden: true, sort: false } as const;

/** A field that is one fact on the wire. */
function single<R>(
  name: string,
  { label, list, input, asked }: Options,
  parts: {
    input?: ReactElement;
    column?: Omit<Column<R>, 'source'>;
    log?: Fact['log'];
    filter?: ReactElement<FilterProps>;
    ask?: Ask;
    bulk?: BulkField['how'];
  },
): Field<R> {
  const entered = input === false ? undefined : (input ?? parts.input);
  return {
    name,
    ...(entered ? { input: entered } : {}),
    columns: parts.column
      ? [{ source: name, ...parts.column, ...(list ? (list === true ? {} : list) : chosenColumn) }]
      : [],
    ...(parts.filter ? { filter: parts.filter } : {}),
    // A field that is neither entered nor sorted by may have no database column to filter by.
    ...(parts.ask && (asked ?? (entered || (list && (list === true || list.sort !== false))))
      ? { asks: { [name]: parts.ask } }
      : {}),
    ...(parts.bulk && entered ? { bulk: [{ fact: name, how: parts.bulk, input: entered }] } : {}),
    facts: { [name]: { ...(label ? { label } : {}), ...(parts.log ? { log: parts.log } : {}) } },
  };
}

const textColumn = <R,>(source: keyof R, names: boolean): Omit<Column<R>, 'source'> => {
  const value = (record: R) => (record[source] as string | null) ?? '';
  return names
    ? { names: true, cell: (record) => <NameCell>{value(record)}</NameCell>, exported: {} }
    : { cell: value, exported: {} };
};

interface LineOptions {
  required?: boolean;
  max?: number;
  hint?: TextKey;
}

/** One line of text. `names` marks the field that names the record. */
export function line<R>(
  source: KeyOf<R, string | null>,
  {
    names = false,
    required = false,
    nullable = false,
    hint,
    max,
    lang,
    ...options
  }: Options &
    LineOptions & {
      names?: boolean;
      lang?: 'ko' | 'en';
      /** Without text its value is null. */
      nullable?: boolean;
    } = {},
): Field<R> {
  return single(source, options, {
    input: (
      <LineInput
        source={source}
        isRequired={required}
        isNullable={nullable}
        {...(max ? { max } : {})}
        {...(hint ? { hint } : {})}
        {...(lang ? { lang } : {})}
      />
    ),
    column: textColumn<R>(source, names),
    ask: { kind: 'text' },
  });
}

type Stem<R> = {
  [K in keyof R]: K extends `${infer S}_ko` ? (`${S}_en` extends keyof R ? S : never) : never;
}[keyof R];

/** Text in both languages: `pair('name')` is `name_ko` and `name_en`. Names and titles name their record. */
export function pair<R>(
  stem: Stem<R> & string,
  {
    label,
    list,
    input,
    asked,
    required = false,
    max,
    multiline = false,
  }: Omit<Options, 'list'> &
    LineOptions & {
      multiline?: boolean;
      /** Columns of both languages, or of the given ones. */
      list?: true | { ko?: Place; en?: Place };
    } = {},
): Field<R> {
  const names = stem === 'name' || stem === 'title';
  const half = (language: 'ko' | 'en', suffix: Pair) => {
    const place = list === true ? true : list?.[language];
    return single<R>(
      `${stem}_${language}`,
      {
        ...(label ? { label: { ko: `${label.ko} (${suffix.ko})`, en: `${label.en} (${suffix.en})` } } : {}),
        ...(place ? { list: place } : {}),
        ...(asked === undefined ? {} : { asked }),
      },
      {
        column: textColumn<R>(`${stem}_${language}` as keyof R, names && language === 'ko'),
        ask: { kind: 'text' },
      },
    );
  };
  const ko = half('ko', { ko: '한국어', en: 'Korean' });
  const en = half('en', { ko: '영어', en: 'English' });
  const own = (
    <PairInput source={stem} isRequired={required} multiline={multiline} {...(max ? { max } : {})} />
  );
  return {
    name: stem,
    ...(input === false ? {} : { input: input ?? own }),
    columns: [...ko.columns, ...en.columns],
    asks: { ...ko.asks, ...en.asks },
    facts: { ...ko.facts, ...en.facts },
  };
}

/** Name of the record in URLs, proposed from another field. */
export function slug<R extends { slug: string }>({
  from,
  problem,
  ...options
}: Options & { from: KeyOf<R, string>; problem?: Rule }): Field<R> {
  return single<R>('slug', options, {
    input: <SlugInput from={from} problem={problem} />,
    column: { ...textColumn<R>('slug', false), sort: false },
    ask: { kind: 'text' },
  });
}

/** A whole number. */
export function number<R>(
  source: KeyOf<R, number | null>,
  {
    plain = false,
    required = false,
    min,
    max,
    initially,
    hint,
    ...options
  }: Options & {
    /** Shown without digit grouping, for a year or another number that is not an amount. */
    plain?: boolean;
    required?: boolean;
    min?: number;
    max?: number;
    initially?: number;
    hint?: TextKey;
  } = {},
): Field<R> {
  const value = (record: R) => record[source] as number | null;
  return single<R>(source, options, {
    input: (
      <WholeNumberInput
        source={source}
        isRequired={required}
        hint={hint}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(initially === undefined ? {} : { defaultValue: initially })}
      />
    ),
    column: {
      align: 'right',
      cell: (record) => (plain ? value(record) : <NumberCell value={value(record)} />),
      exported: {},
    },
    ask: { kind: 'number' },
    bulk: 'set',
  });
}

/** One of a few values, or none. `choices` names all values except the one that masks a hidden value. */
export function choice<R, K extends KeyOf<R, string | null>>(
  source: K,
  choices: Record<Exclude<R[K] & string, typeof hiddenValue>, Choice>,
  { filter, initially, ...options }: Options & Filterable & { initially?: R[K] & string } = {},
): Field<R> {
  const all = choices as Record<string, Choice>;
  const offered = Object.entries(all).map(([id, { text }]) => ({ id, text }));
  const of = (record: R) => {
    const value = record[source] as string | null;
    return value === null ? null : all[value] ? <ChoiceCell {...all[value]} /> : value;
  };
  return single<R>(source, options, {
    input: (
      <ChoiceInput
        source={source}
        choices={offered}
        {...(initially === undefined ? {} : { defaultValue: initially })}
      />
    ),
    column: {
      sort: false,
      cell: of,
      exported: { values: ({ text }) => namesOf(all, text) },
    },
    ...(filter ? { filter: <ChoiceFilter source={source} choices={offered} /> } : {}),
    ask: { kind: 'choice', choices: offered },
    bulk: 'set',
    log: choiceLog(all),
  });
}

/** Names of the values in the reader's language. */
export const namesOf = (choices: Record<string, Choice>, text: Text): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).map(([value, choice]) => [value, text(choice.text)]));

/** Format of one of a few values in the event log. */
export const choiceLog =
  (choices: Record<string, Choice>): Fact['log'] =>
  (value, { text }) => {
    const known = choices[String(value)];
    return known && text(known.text);
  };

/** A value defined by a provider, such as the card processor. Known values are shown by name, others unchanged. */
export function known<R>(
  source: KeyOf<R, string | null>,
  words: Record<string, TextKey>,
  { label, from }: { label?: Pair; from?: Column<R>['from'] } = {},
): Field<R> {
  const of = (record: R) => (record[source] as string | null) ?? '';
  return custom<R>(source, {
    ...(label ? { label } : {}),
    column: {
      sort: false,
      ...(from ? { from } : {}),
      cell: (record) => <Word word={of(record)} words={words} />,
      exported: {
        values: ({ text }) =>
          Object.fromEntries(Object.entries(words).map(([word, key]) => [word, text(key)])),
      },
    },
    ask: { kind: 'text' },
  });
}

function Word({ word, words }: { word: string; words: Record<string, TextKey> }) {
  const text = useText();
  return words[word] ? text(words[word]) : word;
}

/** Yes or no, each with a name. The name of yes labels the switch. */
export function flag<R>(
  source: KeyOf<R, boolean>,
  { yes, no }: { yes: Choice; no: Choice },
  {
    filter,
    initially = false,
    publishes = false,
    column,
    hint,
    ...options
  }: Options &
    Filterable & {
      initially?: boolean;
      /** The switch publishes something besides the record. It is disabled without the publish permission. */
      publishes?: boolean;
      hint?: TextKey;
      column?: Partial<Omit<Column<R>, 'source'>>;
    } = {},
): Field<R> {
  const of = (record: R) => (record[source] ? yes : no);
  const choices = [
    { id: 'true', text: yes.text },
    { id: 'false', text: no.text },
  ];
  return single<R>(source, options, {
    input: (
      <SwitchInput source={source} yes={yes.text} initially={initially} hint={hint} publishes={publishes} />
    ),
    column: {
      sort: false,
      cell: (record) => <ChoiceCell {...of(record)} />,
      exported: { values: ({ text }) => namesOf({ true: yes, false: no }, text) },
      ...column,
    },
    ...(filter ? { filter: <ChoiceFilter source={source} choices={choices} /> } : {}),
    ask: { kind: 'choice', choices },
    bulk: 'set',
    log: choiceLog({ true: yes, false: no }),
  });
}

/** Whether a record is published. A list shows the current result of the switch and the window. */
export function publication<
  R extends { published: boolean; available_from: string | null; available_until: string | null },
>(options: Options & Filterable & { initially?: boolean } = {}): Field<R> {
  return flag<R>(
    'published' as KeyOf<R, boolean>,
    { yes: { text: 'chip.published' }, no: { text: 'chip.hidden' } },
    {
      column: {
        sort: false,
        cell: (record) => <PublicationTag record={record} />,
        exported: { as: 'publication', values: ({ text }) => namesOf(publications, text) },
      },
      ...options,
    },
  );
}

/** Publication window of a record, named `available_from`. */
export function availability<
  R extends { available_from: string | null; available_until: string | null },
>(): Field<R> {
  return {
    name: 'available_from',
    input: <WindowInput />,
    columns: [
      {
        source: 'available_from',
        cell: ({ available_from }) => <InstantCell value={available_from} />,
        exported: {},
        ...chosenColumn,
      },
      {
        source: 'available_until',
        cell: ({ available_until }) => <InstantCell value={available_until} />,
        exported: {},
        ...chosenColumn,
      },
    ],
    asks: { available_from: { kind: 'instant' }, available_until: { kind: 'instant' } },
    // Each end is a separate change, so that setting one keeps the other.
    bulk: [
      {
        fact: 'available_from',
        how: 'set',
        input: <InstantInput source="available_from" none="window.always_from" />,
      },
      {
        fact: 'available_until',
        how: 'set',
        input: <InstantInput source="available_until" none="window.always_until" />,
      },
    ],
    facts: { available_from: {}, available_until: {} },
  };
}

/** An instant recorded by the service. */
export function instant<R>(
  source: KeyOf<R, string | null>,
  {
    none,
    ...options
  }: Omit<Options, 'input'> & {
    /** Text for a missing instant. */
    none?: TextKey;
  } = {},
): Field<R> {
  const value = (record: R) => record[source] as string | null;
  return single<R>(source, options, {
    column: {
      cell: (record) => <InstantCell value={value(record)} none={none} />,
      exported: none ? { values: ({ text }) => ({ '': text(none) }) } : {},
    },
    ask: { kind: 'instant' },
  });
}

/** A day of the calendar. */
export function day<R>(source: KeyOf<R, string | null>, options: Options = {}): Field<R> {
  return single<R>(source, options, {
    input: <DayInput source={source} />,
    column: { ...textColumn<R>(source, false), sort: false },
    ask: { kind: 'day' },
    bulk: 'set',
  });
}

/** A Korean viewing grade with its US rating. */
export function rating<R extends { maturity: number }>(options: Options = {}): Field<R> {
  return single<R>('maturity', options, {
    input: <RatingInput />,
    column: {
      cell: (record) => <RatingCell maturity={record.maturity} />,
      exported: {
        values: ({ locale }) =>
          Object.fromEntries(ratingChoices(locale).map(({ id: grade, name }) => [grade, name])),
      },
    },
    ask: { kind: 'number' },
    bulk: 'set',
    log: (value, { locale }) => (typeof value === 'number' ? showRating(value, locale) : undefined),
  });
}

/** A picture: the field with its id (`source`), and the field with its addresses (`shown`). */
export function image<R>(
  source: KeyOf<R, string | null>,
  shown: KeyOf<R, Image | null>,
  {
    kind,
    title,
    width,
    list,
    ...options
  }: Options & {
    kind: ImageKind;
    title: TextKey;
    /** Width in the form. */
    width: number;
  },
): Field<R> {
  const thumb = { width: imageWidths[kind][0], ratio: imageRatio[kind] };
  const listed = list
    ? single<R>(
        shown,
        { list },
        {
          column: {
            sort: false,
            cell: (record) => (
              <ImageCell image={record[shown] as Image | null} {...thumb} of={record as object} />
            ),
          },
        },
      ).columns
    : [];
  const entered = single<R>(source, options, {
    input: <ImageInput source={source} shown={shown} kind={kind} title={title} width={width} />,
  });
  return {
    ...entered,
    columns: listed,
    facts: { [source]: { ...entered.facts[source], shown } },
  };
}

/** Whether a value is an id. In a dry run of an import, names replace the ids of new records. */
const isId = (value: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);

const logNames =
  (resource: OfficeResource): Fact['log'] =>
  (value) => {
    if (typeof value === 'string')
      return isId(value) ? <ReferenceName resource={resource} id={value} /> : value;
    if (!Array.isArray(value)) return undefined;
    return value.map((id, at) => (
      <span key={String(id)}>
        {at > 0 && ', '}
        <ReferenceName resource={resource} id={String(id)} />
      </span>
    ));
  };

/** Another record by its id. */
export function reference<R>(
  source: KeyOf<R, string | null>,
  resource: OfficeResource,
  {
    among,
    filter,
    required = false,
    ...options
  }: Options & {
    /** Filter of the records offered for selection. */
    among?: Record<string, string | number | boolean>;
    required?: boolean;
    /** Filter of the list: `true` offers the records of `among`, `'any'` offers all records. */
    filter?: true | 'any';
  } = {},
): Field<R> {
  const id = (record: R) => record[source] as string | null;
  return single<R>(source, options, {
    input: (
      <RecordInput
        source={source}
        resource={resource}
        isRequired={required}
        {...(among ? { filter: among } : {})}
      />
    ),
    column: {
      sort: false,
      cell: (record) => {
        const named = id(record);
        return named ? <ReferenceName resource={resource} id={named} /> : null;
      },
      exported: { of: resource },
    },
    ...(filter
      ? {
          filter: (
            <RecordFilter
              source={source}
              reference={resource}
              {...(among && filter !== 'any' ? { filter: among } : {})}
            />
          ),
        }
      : {}),
    ask: { kind: 'record', resource },
    bulk: 'set',
    log: logNames(resource),
  });
}

/** Several other records by their ids. */
export function references<R>(
  source: KeyOf<R, string[]>,
  resource: OfficeResource,
  options: Options = {},
): Field<R> {
  return single<R>(source, options, {
    input: <RecordsInput source={source} resource={resource} />,
    column: {
      sort: false,
      cell: (record) => <ReferenceNames resource={resource} ids={record[source] as string[]} />,
      exported: { of: resource },
    },
    ask: { kind: 'record', resource },
    bulk: 'list',
    log: logNames(resource),
  });
}

/** A field of no other kind, made of the given parts. */
export function custom<R>(
  name: keyof R & string,
  {
    label,
    ...parts
  }: {
    label?: Pair;
    input?: ReactElement;
    column?: Omit<Column<R>, 'source'>;
    log?: Fact['log'];
    filter?: ReactElement<FilterProps>;
    ask?: Ask;
    bulk?: BulkField['how'];
  },
): Field<R> {
  return single<R>(name, { list: true, ...(label ? { label } : {}) }, parts);
}

/** A fact that exists only in the event log, under a name that no record has. */
export const logged = (name: string, fact: Fact): Field<unknown> => ({
  name,
  columns: [],
  facts: { [name]: fact },
});

/** A filter without a field. */
export const filteredBy = (filter: ReactElement<FilterProps>): Field<unknown> => ({
  name: filter.props.source,
  columns: [],
  filter,
  facts: {},
});
