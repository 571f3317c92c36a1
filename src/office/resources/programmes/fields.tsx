/** The fields of a program and their places on its tabs. */
import { Box, TextField, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { ArrayInput, SimpleFormIterator } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import { regions } from '../../kit/choices-field.tsx';
import type { Fact } from '../../kit/declared-resources.ts';
import { type Field, makeFieldPlace } from '../../kit/field.tsx';
import {
  availability,
  choice,
  custom,
  flag,
  image,
  instant,
  number,
  pair,
  publication,
  rating,
  reference,
  references,
  slug,
} from '../../kit/fields.tsx';
import { FieldGroup, FieldRow, LineInput } from '../../kit/inputs.tsx';
import { lacks } from '../../kit/lacks-field.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { RecordInput } from '../../kit/reference-input.tsx';
import { ReferenceName, ReferenceNames } from '../../kit/reference-name.tsx';
import type { RecordOf } from '../../names.ts';
import { AssetInput } from './asset-input.tsx';

type Programme = RecordOf<'programmes'>;

/** Credits of a program, one line for each person. */
const creditLines: Fact['log'] = (value, { locale }) =>
  (value as Programme['credits']).map((credit) => {
    const role = inLocale(locale, credit.role_ko, credit.role_en);
    return (
      <div key={credit.person_id}>
        <ReferenceName resource="people" id={credit.person_id} />
        {role && ` (${role})`}
      </div>
    );
  });

export const fields: readonly Field<Programme>[] = [
  image('portrait_id', 'portrait', { kind: 'portrait', title: 'artwork.portrait', width: 200, list: true }),
  image('landscape_id', 'landscape', { kind: 'landscape', title: 'artwork.landscape', width: 320 }),
  image('banner_id', 'banner', { kind: 'banner', title: 'artwork.banner', width: 480 }),
  pair('title', { required: true, list: true }),
  choice(
    'kind',
    { series: { text: 'kind.series' }, movie: { text: 'kind.movie', tone: 'sky' } },
    { initially: 'series', list: true, filter: true },
  ),
  reference('category_id', 'categories', {
    required: true,
    among: { top: true },
    list: { from: 'sm' },
    filter: 'any',
  }),
  reference('sub_category_id', 'categories', { input: <SubCategoryInput /> }),
  slug({ from: 'title_en' }),
  pair('synopsis', { multiline: true, max: 4000 }),
  rating({ list: { from: 'md' } }),
  flag(
    'premium',
    { yes: { text: 'chip.premium', tone: 'gold' }, no: { text: 'chip.free' } },
    { list: { from: 'sm' }, filter: true },
  ),
  publication({ list: true, filter: true }),
  availability(),
  choice(
    'status',
    { upcoming: { text: 'status.upcoming' }, completed: { text: 'status.completed' } },
    { initially: 'upcoming' },
  ),
  number('episode_count', { input: false, list: { sort: false, from: 'lg' } }),
  number('episodes_planned'),
  number('release_year', { plain: true, min: 1900, max: 2100, list: { from: 'xl' } }),
  reference('asset_id', 'assets', { input: <AssetInput /> }),
  reference('content_partner_id', 'content-partners', { filter: true }),
  regions(),
  lacks({ from: 'md' }),
  instant('updated_at', { list: { from: 'lg' } }),
  // These columns come last, so that they hide no other column on a screen that is just wide enough.
  references('genre_ids', 'genres', { list: { from: 'xl' } }),
  custom('credits', {
    input: <CreditsInput />,
    column: {
      sort: false,
      from: 'xl',
      cell: ({ credits }) => (
        <ReferenceNames resource="people" ids={credits.map(({ person_id }) => person_id)} />
      ),
      exported: { of: 'people' },
    },
    ask: { kind: 'record', resource: 'people' },
    log: creditLines,
  }),
];

const Place = makeFieldPlace(fields);

export const useKind = () => useWatch({ name: 'kind' }) as 'series' | 'movie' | undefined;

export function BasicFields() {
  const kind = useKind();
  return (
    <>
      <Place name="lacks" />
      <FieldRow>
        <Place name="kind" />
        <Place name="category_id" />
        <Place name="sub_category_id" />
      </FieldRow>
      <Place name="title" />
      <FieldRow>
        <Place name="slug" />
        <Place name="content_partner_id" />
      </FieldRow>
      <Place name="synopsis" />
      <FieldRow>
        <Place name="maturity" />
        <Place name="status" />
        <Place name="release_year" />
        {kind === 'series' && <Place name="episodes_planned" />}
      </FieldRow>
      {kind === 'movie' && <Place name="asset_id" />}
    </>
  );
}

/** Sub-categories of the chosen category. Choosing another category clears the sub-category. */
function SubCategoryInput() {
  const fieldName = useFieldName();
  const category = useWatch({ name: 'category_id' }) as string | null | undefined;
  const { setValue } = useFormContext();
  const before = useRef(category);
  useEffect(() => {
    if (before.current && before.current !== category) {
      setValue('sub_category_id', null, { shouldDirty: true });
    }
    before.current = category;
  }, [category, setValue]);
  if (!category) return <TextField label={fieldName('sub_category_id')} disabled />;
  return (
    <RecordInput
      key={category}
      source="sub_category_id"
      resource="categories"
      filter={{ parent_id: category }}
    />
  );
}

export function ArtworkFields() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      <Place name="portrait_id" />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, flex: '1 1 300px' }}>
        <Place name="landscape_id" />
        <Place name="banner_id" />
      </Box>
    </Box>
  );
}

export function CastFields() {
  return (
    <>
      <Place name="genre_ids" />
      <Place name="credits" />
    </>
  );
}

function CreditsInput() {
  const text = useText();
  const readOnly = useReadOnly();
  const credits = useWatch({ name: 'credits' }) as unknown[] | undefined;
  return (
    <FieldGroup>
      <ArrayInput source="credits" helperText={false}>
        <SimpleFormIterator
          inline
          disableClear
          disableAdd={readOnly}
          disableRemove={readOnly}
          disableReordering={readOnly}
          sx={{
            '& .RaSimpleFormIterator-line': { borderBottom: 1, borderColor: 'divider', py: 0.5 },
            '& .RaSimpleFormIterator-inline': { flexWrap: { xs: 'wrap', sm: 'nowrap' }, columnGap: 1 },
          }}
        >
          <RecordInput source="person_id" resource="people" isRequired />
          <LineInput source="role_ko" lang="ko" max={100} />
          <LineInput source="role_en" lang="en" max={100} />
        </SimpleFormIterator>
      </ArrayInput>
      <Typography variant="caption" color="text.secondary">
        {text(credits?.length ? 'cast.hint' : 'cast.empty')}
      </Typography>
    </FieldGroup>
  );
}

export function PublicationFields() {
  return (
    <>
      <FieldRow>
        <Place name="published" />
        <Place name="premium" />
      </FieldRow>
      <Place name="available_from" />
      <Place name="regions" />
    </>
  );
}
