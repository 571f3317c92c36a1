import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { CalendarPage } from './page.tsx';

/** What begins and ends on which day. */
export const calendar: PlacedResource = {
  name: 'calendar',
  module: 'releases',
  title: { ko: '공개 달력', en: 'Calendar' },
  facts: {},
  menu: { group: 'operation', place: 12 },
  pages: { icon: CalendarIcon, list: CalendarPage },
};
