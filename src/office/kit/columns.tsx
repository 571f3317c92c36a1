/** A column of a list, and the cells that kinds of fields share. */
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import type { ExportColumn } from '../../contract/admin/exports.ts';
import type { Locale } from '../../contract/errors.ts';
import type { Image } from '../../contract/wire.ts';
import { showInstant } from '../../contract/zone.ts';
import { type Text, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { Pair, TextKey } from '../i18n/texts.ts';
import type { OfficeResource } from '../names.ts';
import type { Accent } from '../theme.ts';
import { Tag } from './chips.tsx';
import { showNumber } from './format.ts';
import { showRating } from './rating.ts';
import { recordName } from './reference-name.tsx';

/** How the export has a column's field; the server writes it as its type says. */
interface ExportedField extends Pick<ExportColumn, 'as'> {
  /** The field, when it is not the column's. */
  field?: string;
  label?: Pair;
  /** What its values are called, where they are not written as they are. */
  values?: (tools: {
    locale: Locale;
    text: Text;
    fieldName: (field: string) => string;
  }) => Record<string, string>;
  /** The resource of its ids, whose names are written. */
  of?: OfficeResource;
}

export interface Column<R> {
  /** The field: its label, its sort order unless `sort` says otherwise, and the field of its export. */
  source: string;
  sort?: boolean;
  align?: 'right';
  /** Not shown until somebody chooses it. */
  hidden?: true;
  /** Not rendered below this width of the page. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  cell: (record: R) => ReactNode;
  /** The column names the record: its text is a link to the record, for users who do not click rows with a mouse. */
  names?: true;
  /** How the export has it; left out of it without. */
  exported?: ExportedField | ExportedField[];
}

/** The columns that a list does not show until somebody chooses them, as its table stores them. */
export const hiddenAtFirst = (columns: readonly Pick<Column<never>, 'source' | 'hidden'>[]): string[] =>
  columns.flatMap(({ source, hidden }) => (hidden ? [source] : []));

/** The name of the row's record: set stronger. */
/** What names a record; without a name of its own, such as a season, it is called as elsewhere. */
export function NameCell({ children }: { children: ReactNode }) {
  const record = useRecordContext();
  const locale = useOfficeLocale();
  return (
    <Box component="span" sx={{ fontWeight: 600 }}>
      {children || (record && recordName(record, locale))}
    </Box>
  );
}

export function NumberCell({ value }: { value: number | null }) {
  const locale = useOfficeLocale();
  return value === null ? null : showNumber(value, locale);
}

/** An instant in the service's zone. */
export function InstantCell({ value, none }: { value: string | null; none?: TextKey | undefined }) {
  const text = useText();
  const locale = useOfficeLocale();
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
      {value || !none ? showInstant(value, locale) : text(none)}
    </Box>
  );
}

/** One of a few values as a chip. */
export function ChoiceCell({ text, tone }: { text: TextKey; tone?: Accent }) {
  const translate = useText();
  return <Tag label={translate(text)} {...(tone ? { tone } : {})} />;
}

export function RatingCell({ maturity }: { maturity: number }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {showRating(maturity, useOfficeLocale())}
    </Box>
  );
}

/** A thumbnail that fits a row. */
export function ImageCell({
  image,
  width,
  ratio,
  of,
}: {
  image: Image | null;
  width: number;
  ratio: number;
  /** The record it is a picture of. */
  of: object;
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
          alt={recordName(of, locale)}
          width={Math.round(height * ratio)}
          height={height}
          loading="lazy"
          style={{ display: 'block', objectFit: 'cover', width: '100%', height: '100%' }}
        />
      )}
    </Box>
  );
}
