import HistoryIcon from '@mui/icons-material/History';
import type { PlacedResource } from '../../kit/resource.tsx';
import { EventList } from './list.tsx';

export const events: PlacedResource = {
  menu: { group: 'operation', place: 70 },
  name: 'events',
  icon: HistoryIcon,
  list: EventList,
};
