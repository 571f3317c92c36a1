import MailIcon from '@mui/icons-material/MailOutlined';
import { choice, instant, line, number } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { MailShow } from './show.tsx';
import { mailStates } from './states.ts';

/** Every message the service has written, the newest first. */
export const mail = declareResource('mail', {
  menu: { group: 'operation', place: 60 },
  icon: MailIcon,
  fields: [
    instant('created_at', { list: true }),
    line('to_address', { names: true, list: { sort: false }, asked: false }),
    line('subject', { list: { sort: false } }),
    choice('state', mailStates, { list: true, filter: true }),
    instant('sent_at', { list: { sort: false, from: 'md' }, asked: true }),
    number('attempts', { list: { sort: false, from: 'lg' } }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: MailShow },
  list: { canDelete: false, isPersonal: true, emptyHint: 'mail.empty' },
});
