import PersonSearchIcon from '@mui/icons-material/PersonSearchOutlined';
import type { ResourceProps } from 'react-admin';
import { CustomerList } from './list.tsx';
import { CustomerShow } from './show.tsx';

export const customers: ResourceProps = {
  name: 'customers',
  icon: PersonSearchIcon,
  recordRepresentation: ({ username }: { username?: string }) => username ?? '',
  list: CustomerList,
  show: CustomerShow,
};
