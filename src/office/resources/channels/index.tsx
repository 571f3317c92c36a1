import Icon from '@mui/icons-material/LiveTvOutlined';
import { useWatch } from 'react-hook-form';
import { CreatePage, EditPage, ShowPage } from '../../kit/edit-page.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { image } from '../../kit/fields.tsx';
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
      <FieldRow>
        <Field name="catch_up" />
        {catchUp && <Field name="catch_up_hours" />}
      </FieldRow>
      <Field name="filler_id" />
    </BesidePicture>
  );
}
