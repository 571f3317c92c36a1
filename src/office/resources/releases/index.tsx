import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import { choice, instant, line, number } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { ReleaseShow } from './show.tsx';
import { releaseStates } from './states.ts';

/** Changes that are kept for an instant, several as one release. */
export const releases = declareResource('releases', {
  menu: { group: 'operation', place: 10 },
  icon: ScheduleIcon,
  fields: [
    line('name', { label: { ko: '이름', en: 'Name' }, names: true, list: true }),
    instant('applies_at', { label: { ko: '적용할 때', en: 'Applies' }, list: true }),
    choice('status', releaseStates, {
      label: { ko: '상태', en: 'State' },
      list: { sort: false },
      filter: true,
    }),
    number('change_count', {
      input: false,
      label: { ko: '변경', en: 'Changes' },
      list: { sort: false, from: 'sm' },
    }),
    line('staff_name', { input: false, list: { sort: false, from: 'md' } }),
  ],
  sort: { field: 'applies_at', order: 'DESC' },
  pages: { show: ReleaseShow },
  list: { canDelete: false, emptyHint: 'release.empty' },
});
