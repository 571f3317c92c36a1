import PersonSearchIcon from '@mui/icons-material/PersonSearchOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { CustomerList } from './list.tsx';
import { CustomerShow } from './show.tsx';

export const customers: PlacedResource = {
  menu: { group: 'operation', place: 10 },
  name: 'customers',
  icon: PersonSearchIcon,
  recordRepresentation: ({ username }: { username?: string }) => username ?? '',
  list: CustomerList,
  show: CustomerShow,
};
