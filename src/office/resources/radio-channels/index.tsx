import Icon from '@mui/icons-material/RadioOutlined';
import { useWatch } from 'react-hook-form';
import { CreatePage, EditPage, ShowPage } from '../../kit/edit-page.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, image, line, reference } from '../../kit/fields.tsx';
import { BesidePicture, FieldRow } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { channelFields } from '../channels/fields.tsx';
import { SchedulePanel } from '../channels/schedule-panel.tsx';

type RadioChannel = RowOf<'radio-channels'>;

/** Radio channels, in the order of the page of radio. */
export const radioChannels = declareResource('radio-channels', {
  module: 'channels',
  seenAt: ({ slug: name }) => `/watch/r/${name}`,
  menu: { group: 'radio', place: 10 },
  title: { ko: '라디오 채널', en: 'Radio channels' },
  icon: Icon,
  fields: [
    image('landscape_id', 'landscape', { kind: 'logo', title: 'artwork.logo', width: 350, list: true }),
    ...channelFields,
    choice(
      'file_type',
      { audio: { text: 'radio.audio' }, video: { text: 'radio.video', tone: 'sky' } },
      {
        initially: 'audio',
        label: { ko: '파일 종류', en: 'File type' },
        list: { sort: false, from: 'md' },
        filter: true,
      },
    ),
    reference('content_partner_id', 'content-partners', { filter: 'any' }),
    line('broadcast_name', { max: 100, label: { ko: '방송 이름', en: 'Broadcast name' } }),
    line('broadcast_url', {
      nullable: true,
      max: 500,
      lang: 'en',
      hint: 'url.hint',
      label: { ko: '방송 링크', en: 'Broadcast link' },
    }),
  ],
  form: RadioChannelForm,
  sort: { field: 'position', order: 'ASC' },
  pages: {
    create: () => (
      <CreatePage>
        <radioChannels.Form />
      </CreatePage>
    ),
    edit: () => (
      <>
        <EditPage>
          <radioChannels.Form />
        </EditPage>
        <SchedulePanel of="radio-channels" />
      </>
    ),
    show: () => (
      <>
        <ShowPage>
          <radioChannels.Form />
        </ShowPage>
        <SchedulePanel of="radio-channels" />
      </>
    ),
  },
});

function RadioChannelForm({ Field }: { Field: FieldPlace<RadioChannel> }) {
  const loops = useWatch({ name: 'loops' }) as boolean | undefined;
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
        <Field name="file_type" />
        <Field name="content_partner_id" />
      </FieldRow>
      <FieldRow>
        <Field name="broadcast_name" />
        <Field name="broadcast_url" />
      </FieldRow>
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
      <Field name="filler_id" />
    </BesidePicture>
  );
}
