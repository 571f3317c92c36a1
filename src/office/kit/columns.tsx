/** What a list shows of a record: one function a kind of column, each with its cell and its place in the export. */
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Locale } from '../../contract/errors.ts';
import type { Image } from '../../contract/wire.ts';
import { type Text, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { inLocale } from '../i18n/locale.ts';
import type { TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import type { Accent } from '../theme.ts';
import { PublicationTag, publicationAt, Tag } from './chips.tsx';
import { showNumber } from './format.ts';
import { showRating } from './rating.ts';
import { ReferenceName } from './reference-name.tsx';
import { showInstant } from './zone.ts';

export interface ColumnContext {
  locale: Locale;
  text: Text;
  /** The name of a referenced record, for the export. */
  nameOf: (resource: OfficeResource, id: string) => string;
}

export interface Column<R> {
  /** The field: its label, its sort order unless `sort` says otherwise, and its key in the export. */
  source: string;
  sort?: boolean;
  align?: 'right';
  /** Not rendered below this width of the page. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  cell: (record: R) => ReactNode;
  /** It names the record: what stands there leads to it, for those who press no rows with a mouse. */
  names?: true;
  /** The value in the export; left out of it without. */
  csv?: (record: R, context: ColumnContext) => string | number;
  /** What the export has to look up before it can write names. */
  reference?: { resource: OfficeResource; ids: (record: R) => (string | null)[] };
}

type Place = Pick<Column<unknown>, 'from' | 'sort'>;
type KeyOf<R, V> = { [K in keyof R]-?: R[K] extends V ? K : never }[keyof R] & string;

/** Text as it is. */
export function textColumn<R>(source: KeyOf<R, string | null>, place: Place = {}): Column<R> {
  const value = (record: R) => (record[source] as string | null) ?? '';
  return { source, ...place, cell: value, csv: value };
}

/** Text that names the record: set stronger. */
export function nameColumn<R>(source: KeyOf<R, string>, place: Place = {}): Column<R> {
  return {
    source,
    names: true,
    ...place,
    cell: (record) => (
      <Box component="span" sx={{ fontWeight: 600 }}>
        {record[source] as string}
      </Box>
    ),
    csv: (record) => record[source] as string,
  };
}

export function numberColumn<R>(source: KeyOf<R, number | null>, place: Place = {}): Column<R> {
  return {
    source,
    align: 'right',
    ...place,
    cell: (record) => <NumberCell value={record[source] as number | null} />,
    csv: (record) => (record[source] as number | null) ?? '',
  };
}

function NumberCell({ value }: { value: number | null }) {
  const locale = useOfficeLocale();
  return value === null ? null : showNumber(value, locale);
}

/** A year or another number that is a name rather than an amount. */
export function plainNumberColumn<R>(source: KeyOf<R, number | null>, place: Place = {}): Column<R> {
  const value = (record: R) => (record[source] as number | null) ?? '';
  return { source, align: 'right', ...place, cell: value, csv: value };
}

/** An instant in the service's zone. */
export function instantColumn<R>(
  source: KeyOf<R, string | null>,
  place: Place & { none?: TextKey } = {},
): Column<R> {
  const { none, ...rest } = place;
  return {
    source,
    ...rest,
    cell: (record) => <InstantCell value={record[source] as string | null} none={none} />,
    csv: (record, { locale }) => showInstant(record[source] as string | null, locale),
  };
}

function InstantCell({ value, none }: { value: string | null; none: TextKey | undefined }) {
  const locale = useOfficeLocale();
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
      {value || !none ? showInstant(value, locale) : <ChoiceText text={none} />}
    </Box>
  );
}

/** One of a few values, as a chip. */
export function choiceColumn<R>(
  source: keyof R & string,
  choices: (value: R[keyof R & string], record: R) => { text: TextKey; tone?: Accent },
  place: Place = {},
): Column<R> {
  return {
    source,
    ...place,
    cell: (record) => {
      const { text, tone } = choices(record[source], record);
      return <ChoiceTag text={text} tone={tone} />;
    },
    csv: (record, { text }) => text(choices(record[source], record).text),
  };
}

function ChoiceTag({ text, tone }: { text: TextKey; tone: Accent | undefined }) {
  const translate = useText();
  return <Tag label={translate(text)} {...(tone ? { tone } : {})} />;
}

function ChoiceText({ text }: { text: TextKey }) {
  return <>{useText()(text)}</>;
}

/** Published, hidden, scheduled or ended. */
export function publicationColumn<
  R extends { published: boolean; available_from: string | null; available_until: string | null },
>(place: Place = {}): Column<R> {
  return {
    source: 'published',
    sort: false,
    ...place,
    cell: (record) => <PublicationTag record={record} />,
    csv: (record, { text }) => text(`chip.${publicationAt(record, Date.now())}`),
  };
}

/** Free or premium. */
export function premiumColumn<R extends { premium: boolean }>(place: Place = {}): Column<R> {
  return choiceColumn<R>(
    'premium',
    (value) => (value ? { text: 'chip.premium', tone: 'gold' } : { text: 'chip.free' }),
    { sort: false, ...place },
  );
}

/** Korean grade and US rating. */
export function ratingColumn<R extends { maturity: number }>(place: Place = {}): Column<R> {
  return {
    source: 'maturity',
    ...place,
    cell: (record) => <RatingCell maturity={record.maturity} />,
    csv: (record, { locale }) => showRating(record.maturity, locale),
  };
}

function RatingCell({ maturity }: { maturity: number }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {showRating(maturity, useOfficeLocale())}
    </Box>
  );
}

/** The name of another record. */
export function referenceColumn<R>(
  source: KeyOf<R, string | null>,
  resource: OfficeResource,
  place: Place = {},
): Column<R> {
  return {
    source,
    sort: false,
    ...place,
    cell: (record) => {
      const id = record[source] as string | null;
      return id ? <ReferenceName resource={resource} id={id} /> : null;
    },
    csv: (record, { nameOf }) => {
      const id = record[source] as string | null;
      return id ? nameOf(resource, id) : '';
    },
    reference: { resource, ids: (record) => [record[source] as string | null] },
  };
}

/** A thumbnail that fits a row. */
export function imageColumn<R>(
  source: KeyOf<R, Image | null>,
  shape: { width: number; ratio: number },
  alt: (record: R) => { ko: string; en: string },
): Column<R> {
  return {
    source,
    sort: false,
    cell: (record) => (
      <Thumb
        image={record[source] as Image | null}
        width={shape.width}
        ratio={shape.ratio}
        alt={alt(record)}
      />
    ),
  };
}

function Thumb({
  image,
  width,
  ratio,
  alt,
}: {
  image: Image | null;
  width: number;
  ratio: number;
  alt: { ko: string; en: string };
}) {
  const locale = useOfficeLocale();
  const height = 32;
  return (
    <Box
      sx={{
        width: Math.round(height * ratio),
        height,
        borderRadius: ratio === 1 ? '50%' : '3px',
        overflow: 'hidden',
        backgroundColor: image?.color ?? 'divider',
      }}
    >
      {image && (
        <img
          src={`${image.url}/${width}.webp`}
          alt={inLocale(locale, alt.ko, alt.en)}
          width={Math.round(height * ratio)}
          height={height}
          loading="lazy"
          style={{ display: 'block', objectFit: 'cover', width: '100%', height: '100%' }}
        />
      )}
    </Box>
  );
}
