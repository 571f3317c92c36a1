import QuickreplyIcon from '@mui/icons-material/QuickreplyOutlined';
import { instant, pair } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Answers that are written beforehand, to be put into an answer and changed there. */
export const cannedAnswers = declareResource('canned-answers', {
  menu: { group: 'operation', place: 30 },
  module: 'inquiries',
  title: { ko: '준비된 답변', en: 'Canned answers' },
  icon: QuickreplyIcon,
  fields: [
    pair('name', { required: true, max: 80, list: true }),
    pair('body', { required: true, max: 5000, multiline: true, list: { ko: { sort: false, from: 'md' } } }),
    instant('created_at', { list: { from: 'sm' } }),
  ],
  sort: { field: 'name_ko', order: 'ASC' },
  width: 1000,
});
