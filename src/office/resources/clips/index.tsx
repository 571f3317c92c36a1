import Icon from '@mui/icons-material/SmartDisplayOutlined';
import { TextField } from '@mui/material';
import { NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { youtubeIdOf } from '../../../contract/admin/partner-video.ts';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import { regions } from '../../kit/choices-field.tsx';
import {
  availability,
  chosenColumn,
  custom,
  filteredBy,
  flag,
  image,
  instant,
  pair,
  publication,
  rating,
  reference,
  slug,
} from '../../kit/fields.tsx';
import { RecordFilter } from '../../kit/filters.tsx';
import { showDuration } from '../../kit/format.ts';
import { lacks } from '../../kit/lacks-field.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { RecordInput } from '../../kit/reference-input.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { useRules, within } from '../../kit/rules.ts';
import { AssetInput } from '../programmes/asset-input.tsx';

/** Short videos of partners: theirs, or packaged ones of ours. */
export const clips = declareResource('clips', {
  seenAt: ({ id }) => `/watch/y/${id}`,
  menu: { group: 'partner_video', place: 10 },
  module: 'partner-video',
  title: { ko: '유튜브 영상', en: 'Clips' },
  icon: Icon,
  fields: [
    image('landscape_id', 'landscape', {
      kind: 'landscape',
      title: 'artwork.landscape',
      width: 320,
      list: true,
    }),
    pair('title', { required: true, list: { ko: {}, en: { from: 'lg' } } }),
    slug({ from: 'title_en' }),
    pair('description', { multiline: true, max: 4000 }),
    reference('category_id', 'partner-categories', {
      required: true,
      among: { top: true },
      list: { from: 'sm' },
      filter: 'any',
    }),
    reference('sub_category_id', 'partner-categories', { input: <SubCategoryInput /> }),
    filteredBy(<RecordFilter source="playlist_id" reference="playlists" />),
    custom('youtube_id', {
      input: <YoutubeIdInput />,
      column: { cell: ({ youtube_id }) => youtube_id, exported: {}, ...chosenColumn },
      ask: { kind: 'text' },
    }),
    reference('asset_id', 'assets', { input: <AssetInput /> }),
    custom('duration_ms', {
      input: <DurationInput />,
      column: {
        align: 'right',
        cell: ({ duration_ms }) => showDuration(duration_ms),
        exported: { as: 'duration' },
        ...chosenColumn,
      },
      log: (value) => (typeof value === 'number' ? showDuration(value) : undefined),
    }),
    rating({ list: { sort: false, from: 'md' } }),
    flag(
      'premium',
      { yes: { text: 'chip.premium', tone: 'gold' }, no: { text: 'chip.free' } },
      { list: { from: 'md' }, filter: true },
    ),
    regions(),
    lacks({ from: 'md' }),
    publication({ list: true, filter: true }),
    availability(),
    instant('listed_at', { list: { from: 'lg' } }),
  ],
  form: [
    'lacks',
    'landscape_id',
    'title',
    'slug',
    'description',
    ['category_id', 'sub_category_id'],
    ['youtube_id', 'duration_ms'],
    'asset_id',
    ['maturity', 'premium'],
    'regions',
    'published',
    'available_from',
  ],
  sort: { field: 'listed_at', order: 'DESC' },
});

/** The categories below the chosen one. */
function SubCategoryInput() {
  const fieldName = useFieldName();
  const category = useWatch({ name: 'category_id' }) as string | null | undefined;
  if (!category) return <TextField label={fieldName('sub_category_id')} disabled />;
  return (
    <RecordInput
      key={category}
      source="sub_category_id"
      resource="partner-categories"
      filter={{ parent_id: category }}
    />
  );
}

function YoutubeIdInput() {
  const text = useText();
  return (
    <TextInput
      source="youtube_id"
      parse={(entry: string | null) => youtubeIdOf(entry ?? '') || null}
      readOnly={useReadOnly()}
      helperText={text('clip.youtube_hint')}
      slotProps={{ htmlInput: { lang: 'en', spellCheck: false, autoComplete: 'off' } }}
    />
  );
}

function DurationInput() {
  const text = useText();
  return (
    <NumberInput
      source="duration_ms"
      format={(ms: unknown) => (typeof ms === 'number' ? ms / 1000 : '')}
      parse={(seconds: string) => (seconds === '' ? null : Math.round(Number(seconds) * 1000))}
      readOnly={useReadOnly()}
      validate={useRules('duration_ms', false, [within(0, 86_400, 1000)])}
      helperText={text('clip.duration_hint')}
    />
  );
}
