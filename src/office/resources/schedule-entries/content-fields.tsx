/** The fields that entries of schedules and slots of templates share. */
import { TextField } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { maxRepeats } from '../../../contract/admin/channels.ts';
import { useFieldName, useOfficeLocale } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import type { Field } from '../../kit/field.tsx';
import { custom, number, pair, reference } from '../../kit/fields.tsx';
import { showDuration } from '../../kit/format.ts';
import { RecordInput } from '../../kit/reference-input.tsx';
import type { RowOf } from '../../names.ts';
import { AssetInput } from '../programmes/asset-input.tsx';

type Content = Pick<
  RowOf<'schedule-entries'>,
  | 'name_ko'
  | 'name_en'
  | 'programme_id'
  | 'episode_id'
  | 'asset_id'
  | 'title_ko'
  | 'title_en'
  | 'repeats'
  | 'duration_ms'
>;

/** The title or video that is played, and how often. */
export const contentFields: readonly Field<Content>[] = [
  custom('name_ko', {
    label: { ko: '제목', en: 'Title' },
    column: {
      sort: false,
      names: true,
      cell: (content) => <ContentName content={content} />,
      exported: [
        { field: 'name_ko', label: { ko: '제목 (한국어)', en: 'Title (Korean)' } },
        { field: 'name_en', label: { ko: '제목 (영어)', en: 'Title (English)' } },
      ],
    },
  }),
  reference('programme_id', 'programmes'),
  reference('episode_id', 'episodes', {
    label: { ko: '회차', en: 'Episode' },
    input: <EpisodeInput />,
  }),
  reference('asset_id', 'assets', { input: <AssetInput /> }),
  pair('title', { max: 200 }),
  number('repeats', {
    required: true,
    min: 1,
    max: maxRepeats,
    initially: 1,
    label: { ko: '반복 횟수', en: 'Times in a row' },
    list: { sort: false, from: 'lg' },
  }),
];

/** The length with all repeats. */
export const durationField: Field<Content> = custom('duration_ms', {
  column: {
    align: 'right',
    sort: false,
    cell: ({ duration_ms }) => showDuration(duration_ms),
    exported: { as: 'duration' },
    from: 'md',
  },
});

function ContentName({ content: { name_ko, name_en } }: { content: Content }) {
  return <>{inLocale(useOfficeLocale(), name_ko, name_en)}</>;
}

/** The episodes of the chosen program. */
function EpisodeInput() {
  const fieldName = useFieldName('schedule-entries');
  const programme = useWatch({ name: 'programme_id' }) as string | null | undefined;
  if (!programme) return <TextField label={fieldName('episode_id')} disabled />;
  return (
    <RecordInput
      key={programme}
      source="episode_id"
      resource="episodes"
      filter={{ programme_id: programme }}
    />
  );
}
