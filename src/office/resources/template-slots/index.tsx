import Icon from '@mui/icons-material/ViewTimelineOutlined';
import { TextInput, useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Weekday } from '../../../contract/admin/channels.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, custom, flag, number, reference } from '../../kit/fields.tsx';
import { FieldRow } from '../../kit/inputs.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import { useRules } from '../../kit/rules.ts';
import type { RowOf } from '../../names.ts';
import { contentFields, durationField } from '../schedule-entries/content-fields.tsx';

type Slot = RowOf<'template-slots'>;

const days: Record<Weekday, { text: TextKey }> = {
  mon: { text: 'weekday.mon' },
  tue: { text: 'weekday.tue' },
  wed: { text: 'weekday.wed' },
  thu: { text: 'weekday.thu' },
  fri: { text: 'weekday.fri' },
  sat: { text: 'weekday.sat' },
  sun: { text: 'weekday.sun' },
};

/** The slots of templates. */
export const templateSlots = declareResource('template-slots', {
  module: 'channels',
  menu: { group: 'radio', place: 51 },
  title: { ko: '템플릿 편성 칸', en: 'Template slots' },
  icon: Icon,
  fields: [
    reference('template_id', 'live-templates', {
      required: true,
      label: { ko: '템플릿', en: 'Template' },
      list: { from: 'sm' },
      filter: 'any',
    }),
    choice('weekday', days, {
      initially: 'mon',
      label: { ko: '요일', en: 'Weekday' },
      list: { sort: false },
      asked: false,
    }),
    custom('start_time', {
      label: { ko: '시작 시각', en: 'Start time' },
      input: <TimeInput source="start_time" />,
      column: { sort: false, cell: ({ start_time }) => start_time, exported: {} },
    }),
    ...contentFields,
    flag(
      'next_episode',
      { yes: { text: 'template.next_episode', tone: 'sky' }, no: { text: 'template.one_episode' } },
      {
        label: { ko: '회차 선택', en: 'Choice of episode' },
        list: { sort: false, from: 'md' },
        hint: 'template.next_episode_hint',
      },
    ),
    durationField,
    number('second', {
      input: false,
      plain: true,
      asked: false,
      label: { ko: '순서', en: 'Order' },
    }),
  ],
  form: SlotForm,
  sort: { field: 'second', order: 'ASC' },
});

/** A time of the day, exact to the second. */
function TimeInput({ source }: { source: string }) {
  return (
    <TextInput
      source={source}
      type="time"
      validate={useRules(source, true)}
      readOnly={useReadOnly()}
      helperText={false}
      slotProps={{ htmlInput: { step: 1, 'aria-required': true }, inputLabel: { shrink: true } }}
    />
  );
}

function SlotForm({ Field }: { Field: FieldPlace<Slot> }) {
  const templateId = useWatch({ name: 'template_id' }) as string | null | undefined;
  const programme = useWatch({ name: 'programme_id' }) as string | null | undefined;
  const next = useWatch({ name: 'next_episode' }) as boolean | undefined;
  const { data: template } = useGetOne<RowOf<'live-templates'>>(
    'live-templates',
    { id: templateId ?? '' },
    { enabled: Boolean(templateId) },
  );
  return (
    <>
      <Field name="template_id" />
      <FieldRow>
        {template?.period === 'weekly' && <Field name="weekday" />}
        <Field name="start_time" />
      </FieldRow>
      <Field name="programme_id" />
      {programme && <Field name="next_episode" />}
      {!next && (
        <>
          <Field name="episode_id" />
          <Field name="asset_id" />
        </>
      )}
      {!programme && <Field name="title" />}
      <Field name="repeats" />
    </>
  );
}
