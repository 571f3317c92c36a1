import ContactSupportIcon from '@mui/icons-material/ContactSupportOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { InquiryList } from './list.tsx';
import { InquiryShow } from './show.tsx';

export const inquiries: PlacedResource = {
  menu: { group: 'operation', place: 20 },
  labels: {
    status: { ko: '상태', en: 'State' },
    state: { ko: '상태', en: 'State' },
    type: { ko: '유형', en: 'About' },
  },
  name: 'inquiries',
  icon: ContactSupportIcon,
  recordRepresentation: ({ title }: { title?: string }) => title ?? '',
  list: InquiryList,
  show: InquiryShow,
};
