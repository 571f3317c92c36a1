import MailIcon from '@mui/icons-material/MailOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { MailList } from './list.tsx';
import { MailShow } from './show.tsx';

export const mail: PlacedResource = {
  menu: { group: 'operation', place: 60 },
  name: 'mail',
  icon: MailIcon,
  recordRepresentation: ({ subject }: { subject?: string }) => subject ?? '',
  list: MailList,
  show: MailShow,
};
