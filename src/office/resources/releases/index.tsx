import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import { z } from 'zod';
import type { Locale } from '../../../contract/errors.ts';
import { entities } from '../../i18n/i18n-provider.ts';
import { choice, instant, line, number } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { ReleaseShow } from './show.tsx';
import { releaseStates } from './states.ts';

/** The record of a change that joined or left a release. */
const planned = z.object({ entity: z.string(), label: z.string(), more: z.number().optional() });

/** 'Programme: Title', and how many more were planned with it. */
function writePlanned(value: unknown, locale: Locale): string | undefined {
  const { data } = planned.safeParse(value);
  if (!data) return undefined;
  const name = `${entities[data.entity]?.[locale] ?? data.entity}: ${data.label}`;
  if (!data.more) return name;
  return locale === 'ko' ? `${name} 외 ${data.more}개` : `${name} and ${data.more} more`;
}

/** Changes that are kept for an instant, several as one release. */
export const releases = declareResource('releases', {
  menu: { group: 'operation', place: 10 },
  icon: ScheduleIcon,
  fields: [
    line('name', { label: { ko: '이름', en: 'Name' }, names: true, list: true }),
    instant('applies_at', { label: { ko: '적용 일시', en: 'Applies' }, list: true }),
    choice('status', releaseStates, {
      label: { ko: '상태', en: 'Status' },
      list: { sort: false },
      filter: true,
    }),
    number('change_count', {
      input: false,
      label: { ko: '변경', en: 'Changes' },
      list: { sort: false, from: 'sm' },
    }),
    line('staff_name', { input: false, list: { sort: false, from: 'md' } }),
    {
      name: 'planned_change',
      columns: [],
      facts: {
        planned_change: {
          label: { ko: '예약한 변경', en: 'Planned change' },
          log: (value, { locale }) => writePlanned(value, locale),
        },
      },
    },
  ],
  sort: { field: 'applies_at', order: 'DESC' },
  pages: { show: ReleaseShow },
  list: { canDelete: false, emptyHint: 'release.empty' },
});
