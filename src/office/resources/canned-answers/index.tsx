import QuickreplyIcon from '@mui/icons-material/QuickreplyOutlined';
import { instantColumn, nameColumn, textColumn } from '../../kit/columns.tsx';
import { SearchFilter } from '../../kit/filters.tsx';
import { PairInput } from '../../kit/inputs.tsx';
import { declareResource } from '../../kit/resource.tsx';

/** Answers that are written beforehand, to be put into an answer and changed there. */
export const cannedAnswers = declareResource('canned-answers', {
  menu: { group: 'operation', place: 30 },
  module: 'inquiries',
  title: { ko: '준비된 답변', en: 'Canned answers' },
  icon: QuickreplyIcon,
  columns: [
    nameColumn('name_ko'),
    textColumn('name_en'),
    textColumn('body_ko', { from: 'md', sort: false }),
    instantColumn('created_at', { from: 'sm' }),
  ],
  filters: [<SearchFilter key="q" source="q" alwaysOn />],
  sort: { field: 'name_ko', order: 'ASC' },
  fields: () => (
    <>
      <PairInput source="name" isRequired max={80} />
      <PairInput source="body" isRequired max={5000} multiline />
    </>
  ),
  width: 1000,
});
