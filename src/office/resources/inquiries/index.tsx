import ContactSupportIcon from '@mui/icons-material/ContactSupportOutlined';
import type { ResourceProps } from 'react-admin';
import { InquiryList } from './list.tsx';
import { InquiryShow } from './show.tsx';

export const inquiries: ResourceProps = {
  name: 'inquiries',
  icon: ContactSupportIcon,
  recordRepresentation: ({ title }: { title?: string }) => title ?? '',
  list: InquiryList,
  show: InquiryShow,
};
