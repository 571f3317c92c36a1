import Icon from '@mui/icons-material/LiveTvOutlined';
import { useWatch } from 'react-hook-form';
import { maxCatchUpHours } from '../../../contract/admin/channels.ts';
import { CreatePage, EditPage, ShowPage } from '../../kit/edit-page.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { flag, image, number } from '../../kit/fields.tsx';
import { BesidePicture, FieldRow } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { type Channel, channelFields } from './fields.tsx';
import { SchedulePanel } from './schedule-panel.tsx';

/** Live channels, in the order of the page of live TV. */
export const channels = declareResource('channels', {
  seenAt: ({ slug: name }) => `/watch/t/${name}`,
  menu: { group: 'live', place: 10 },
  title: { ko: '실시간 채널', en: 'Live channels' },
  icon: Icon,
  fields: [
    image('landscape_id', 'landscape', {
      kind: 'landscape',
      title: 'artwork.landscape',
      width: 320,
      list: true,
    }),
    ...channelFields,
    flag(
      'catch_up',
      { yes: { text: 'channel.catch_up', tone: 'sky' }, no: { text: 'channel.no_catch_up' } },
      {
        label: { ko: '다시보기', en: 'Catch-up' },
        hint: 'channel.catch_up_hint',
        list: { from: 'lg' },
        filter: true,
      },
    ),
    number('catch_up_hours', {
      required: true,
      min: 1,
      max: maxCatchUpHours,
      initially: maxCatchUpHours,
      label: { ko: '다시보기 시간', en: 'Catch-up hours' },
      hint: 'channel.catch_up_hours_hint',
    }),
  ],
  form: ChannelForm,
  sort: { field: 'position', order: 'ASC' },
  pages: {
    create: () => (
      <CreatePage>
        <channels.Form />
      </CreatePage>
    ),
    edit: () => (
      <>
        <EditPage>
          <channels.Form />
        </EditPage>
        <SchedulePanel of="channels" />
      </>
    ),
    show: () => (
      <>
        <ShowPage>
          <channels.Form />
        </ShowPage>
        <SchedulePanel of="channels" />
      </>
    ),
  },
});

function ChannelForm({ Field }: { Field: FieldPlace<Channel> }) {
  const loops = useWatch({ name: 'loops' }) as boolean | undefined;
  const catchUp = useWatch({ name: 'catch_up' }) as boolean | undefined;
  const streamUrl = useWatch({ name: 'stream_url' }) as string | null | undefined;
  return (
    <BesidePicture picture={<Field name="landscape_id" />}>
      <FieldRow>
        <Field name="number" />
        <Field name="language" />
      </FieldRow>
      <Field name="name" />
      <Field name="slug" />
      <Field name="description" />
      <FieldRow>
        <Field name="maturity" />
        <Field name="premium" />
      </FieldRow>
      <Field name="regions" />
      <Field name="stream_url" />
      <FieldRow>
        <Field name="loops" />
        <Field name="active" />
      </FieldRow>
      {!loops && <Field name="template_id" />}
      {/* The output of a relay is not kept. */}
      {!streamUrl && (
        <FieldRow>
          <Field name="catch_up" />
          {catchUp && <Field name="catch_up_hours" />}
        </FieldRow>
      )}
      <Field name="filler_id" />
    </BesidePicture>
  );
}
