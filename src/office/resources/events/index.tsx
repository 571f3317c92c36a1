import HistoryIcon from '@mui/icons-material/History';
import type { ResourceProps } from 'react-admin';
import { EventList } from './list.tsx';

export const events: ResourceProps = { name: 'events', icon: HistoryIcon, list: EventList };
