import MailIcon from '@mui/icons-material/MailOutlined';
import type { ResourceProps } from 'react-admin';
import { MailList } from './list.tsx';
import { MailShow } from './show.tsx';

export const mail: ResourceProps = {
  name: 'mail',
  icon: MailIcon,
  recordRepresentation: ({ subject }: { subject?: string }) => subject ?? '',
  list: MailList,
  show: MailShow,
};
