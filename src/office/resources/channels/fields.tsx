/** The fields that channels of TV and of radio share. */

import { maxChannelNumber } from '../../../contract/admin/channels.ts';
import type { Choice } from '../../kit/chips.tsx';
import { regions } from '../../kit/choices-field.tsx';
import type { Field } from '../../kit/field.tsx';
import { choice, flag, instant, line, number, pair, rating, reference, slug } from '../../kit/fields.tsx';
import type { RowOf } from '../../names.ts';
import { AssetInput } from '../programmes/asset-input.tsx';

export type Channel = RowOf<'channels'>;

export const relayStates: Record<NonNullable<Channel['relay_state']>, Choice> = {
  waiting: { text: 'relay.waiting', tone: 'gold' },
  on_air: { text: 'relay.on_air', tone: 'jade' },
  filler: { text: 'relay.filler', tone: 'vermilion' },
  silent: { text: 'relay.silent', tone: 'vermilion' },
};

/** A channel of TV or of radio. Only TV has catch-up. */
type AnyChannel = Omit<Channel, 'catch_up' | 'catch_up_hours'>;

export const channelFields: readonly Field<AnyChannel>[] = [
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
  reference('template_id', 'live-templates', {
    label: { ko: '편성 템플릿', en: 'Schedule template' },
    filter: 'any',
  }),
  reference('filler_id', 'assets', {
    label: { ko: '빈 시간을 채울 영상', en: 'Video that fills gaps' },
    input: <AssetInput source="filler_id" />,
  }),
  line('stream_url', {
    nullable: true,
    max: 500,
    lang: 'en',
    hint: 'channel.stream_hint',
    label: { ko: '실시간 스트리밍 주소', en: 'Live streaming address' },
  }),
  choice('relay_state', relayStates, {
    input: false,
    label: { ko: '중계 상태', en: 'Relay' },
    list: { sort: false, from: 'lg' },
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
];
