import Icon from '@mui/icons-material/LiveTvOutlined';
import { maxChannelNumber } from '../../../contract/admin/channels.ts';
import { regions } from '../../kit/choices-field.tsx';
import { CreatePage, EditPage, ShowPage } from '../../kit/edit-page.tsx';
import type { FieldPlace } from '../../kit/field.tsx';
import { choice, flag, image, instant, number, pair, rating, reference, slug } from '../../kit/fields.tsx';
import { BesidePicture, FieldRow } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { AssetInput } from '../programmes/asset-input.tsx';
import { SchedulePanel } from './schedule-panel.tsx';

type Channel = RowOf<'channels'>;

/** Live channels, in the order of the page of live TV. */
export const channels = declareResource('channels', {
  seenAt: ({ slug: name }) => `/watch/t/${name}`,
  menu: { group: 'live', place: 10 },
  icon: Icon,
  fields: [
    image('landscape_id', 'landscape', {
      kind: 'landscape',
      title: 'artwork.landscape',
      width: 320,
      list: true,
    }),
    number('number', {
      required: true,
      plain: true,
      min: 1,
      max: maxChannelNumber,
      label: { ko: '채널 번호', en: 'Channel number' },
      hint: 'channel.number_hint',
      list: true,
    }),
    pair('name', { required: true, max: 60, list: { ko: {}, en: { from: 'md' } } }),
    slug({ from: 'name_en' }),
    pair('description', { multiline: true, max: 1000 }),
    choice(
      'language',
      { ko: { text: 'channel.in_korean' }, en: { text: 'channel.in_english' } },
      { initially: 'ko', label: { ko: '방송 언어', en: 'Spoken language' } },
    ),
    rating({ list: { sort: false, from: 'md' } }),
    flag(
      'premium',
      { yes: { text: 'chip.premium', tone: 'gold' }, no: { text: 'chip.free' } },
      { list: { from: 'md' }, filter: true },
    ),
    regions(),
    flag(
      'loops',
      { yes: { text: 'channel.loop' }, no: { text: 'channel.calendar', tone: 'sky' } },
      {
        initially: true,
        label: { ko: '편성 방식', en: 'Schedule type' },
        hint: 'channel.loop_hint',
        list: { from: 'lg' },
      },
    ),
    reference('filler_id', 'assets', {
      label: { ko: '빈 시간을 채울 영상', en: 'Video that fills gaps' },
      input: <AssetInput source="filler_id" />,
    }),
    number('entry_count', {
      input: false,
      label: { ko: '편성 항목', en: 'Schedule entries' },
      list: { sort: false, from: 'lg' },
    }),
    flag(
      'active',
      { yes: { text: 'chip.active', tone: 'jade' }, no: { text: 'chip.inactive' } },
      { publishes: true, list: true, filter: true },
    ),
    instant('updated_at', { list: { from: 'lg' } }),
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
        <SchedulePanel />
      </>
    ),
    show: () => (
      <>
        <ShowPage>
          <channels.Form />
        </ShowPage>
        <SchedulePanel />
      </>
    ),
  },
});

function ChannelForm({ Field }: { Field: FieldPlace<Channel> }) {
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
      <FieldRow>
        <Field name="loops" />
        <Field name="active" />
      </FieldRow>
      <Field name="filler_id" />
    </BesidePicture>
  );
}
