import Icon from '@mui/icons-material/ViewWeekOutlined';
import { Button, Card, Typography } from '@mui/material';
import { LinkBase } from 'react-admin';
import { useParams } from 'react-router';
import type { TemplateZone } from '../../../contract/admin/channels.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { CreatePage, EditPage, ShowPage } from '../../kit/edit-page.tsx';
import { choice, instant, line, number } from '../../kit/fields.tsx';
import { listAddress } from '../../kit/list-address.ts';
import { declareResource } from '../../kit/resource.tsx';

const zones: Record<TemplateZone, { text: TextKey }> = {
  'America/Los_Angeles': { text: 'zone.los_angeles' },
  'America/Denver': { text: 'zone.denver' },
  'America/Chicago': { text: 'zone.chicago' },
  'America/New_York': { text: 'zone.new_york' },
  'America/Anchorage': { text: 'zone.anchorage' },
  'Pacific/Honolulu': { text: 'zone.honolulu' },
  'Asia/Seoul': { text: 'zone.seoul' },
};

/** Templates of schedules of TV and radio. */
export const liveTemplates = declareResource('live-templates', {
  module: 'channels',
  menu: { group: 'radio', place: 50 },
  title: { ko: '편성 템플릿', en: 'Live templates' },
  icon: Icon,
  fields: [
    line('name', { names: true, required: true, max: 60, list: true }),
    choice(
      'period',
      { weekly: { text: 'template.weekly' }, daily: { text: 'template.daily', tone: 'sky' } },
      {
        initially: 'weekly',
        label: { ko: '되풀이', en: 'Repeats' },
        list: { sort: false },
        filter: true,
      },
    ),
    choice('zone', zones, {
      initially: 'America/Los_Angeles',
      label: { ko: '시간대', en: 'Time zone' },
      list: { sort: false, from: 'md' },
      asked: false,
    }),
    choice(
      'doubled_hour',
      { once: { text: 'template.once' }, twice: { text: 'template.twice' } },
      {
        initially: 'once',
        label: { ko: '시계를 늦출 때 두 번 오는 시각', en: 'Times that come twice when clocks go back' },
      },
    ),
    number('slot_count', {
      input: false,
      label: { ko: '편성 칸', en: 'Slots' },
      list: { sort: false },
    }),
    number('channel_count', {
      input: false,
      label: { ko: '쓰는 채널', en: 'Channels' },
      list: { sort: false, from: 'sm' },
    }),
    instant('updated_at', { list: { from: 'lg' } }),
  ],
  form: ['name', 'period', 'zone', 'doubled_hour'],
  sort: { field: 'name', order: 'ASC' },
  pages: {
    create: () => (
      <CreatePage>
        <liveTemplates.Form />
      </CreatePage>
    ),
    edit: () => (
      <>
        <EditPage>
          <liveTemplates.Form />
        </EditPage>
        <SlotsPanel />
      </>
    ),
    show: () => (
      <>
        <ShowPage>
          <liveTemplates.Form />
        </ShowPage>
        <SlotsPanel />
      </>
    ),
  },
});

/** A link to the slots of the template, and an explanation of their effect. */
function SlotsPanel() {
  const text = useText();
  const { id = '' } = useParams();
  return (
    <Card variant="outlined" component="section" sx={{ maxWidth: 760, mt: 2, p: 2 }}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {text('template.hint')}
      </Typography>
      <Button
        component={LinkBase}
        size="small"
        variant="outlined"
        to={listAddress('template-slots', { template_id: id }, 'sort=second&order=ASC')}
      >
        {text('template.slots')}
      </Button>
    </Card>
  );
}
