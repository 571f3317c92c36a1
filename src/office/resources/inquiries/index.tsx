import ContactSupportIcon from '@mui/icons-material/ContactSupportOutlined';
import { choice, choiceLog, filteredBy, instant, line, logged, reference } from '../../kit/fields.tsx';
import { ChoiceFilter } from '../../kit/filters.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { InquiryShow } from './show.tsx';
import { inquiryStates, inquiryTypes } from './states.ts';

const state = { ko: '상태', en: 'Status' };

/** What customers ask, the newest first. */
export const inquiries = declareResource('inquiries', {
  menu: { group: 'operation', place: 20 },
  icon: ContactSupportIcon,
  fields: [
    line('title', { names: true, list: { sort: false } }),
    choice('status', inquiryStates, { label: state, list: true, filter: true }),
    logged('state', { label: state, log: choiceLog(inquiryStates) }),
    choice('type', inquiryTypes, { list: true, filter: true }),
    line('username', { list: { sort: false } }),
    line('email', { list: { sort: false, from: 'lg' }, asked: false }),
    reference('user_id', 'customers', { input: false, asked: true, label: { ko: '고객', en: 'Customer' } }),
    line('assigned_name', { list: { sort: false, from: 'md' }, asked: false }),
    reference('assigned_to', 'staff', { input: false, asked: true }),
    filteredBy(
      <ChoiceFilter
        source="assigned"
        choices={[
          { id: 'me', text: 'inquiry.mine' },
          { id: 'nobody', text: 'inquiry.nobody' },
        ]}
      />,
    ),
    instant('created_at', { list: { from: 'sm' } }),
    instant('answered_at', { list: { sort: false, from: 'md' }, asked: true }),
    instant('updated_at', { list: { from: 'xl' } }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: InquiryShow },
  list: { canDelete: false, isPersonal: true, emptyHint: 'inquiry.empty' },
});
