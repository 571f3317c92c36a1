import Icon from '@mui/icons-material/ReceiptLongOutlined';
import { custom, number, pair, reference } from '../../kit/fields.tsx';
import { showMoney } from '../../kit/money.ts';
import { declareResource } from '../../kit/resource.tsx';
import { StatementShow } from './show.tsx';

/** What content partners' titles were watched and earned, month by month. */
export const partnerStatements = declareResource('partner-statements', {
  menu: { group: 'catalogue', place: 62 },
  icon: Icon,
  fields: [
    custom('month', {
      label: { ko: '월', en: 'Month' },
      column: { names: true, cell: ({ month }) => month.slice(0, 7), exported: {} },
      ask: { kind: 'day' },
    }),
    reference('content_partner_id', 'content-partners', { input: false, asked: true, filter: true }),
    pair('partner', {
      label: { ko: '제휴사', en: 'Content partner' },
      input: false,
      list: { ko: {}, en: { from: 'md' } },
    }),
    number('titles', {
      input: false,
      asked: false,
      label: { ko: '제목 수', en: 'Titles' },
      list: { sort: false, from: 'md' },
    }),
    number('views', { input: false, label: { ko: '조회', en: 'Views' }, list: { from: 'sm' } }),
    number('minutes', { input: false, label: { ko: '시청(분)', en: 'Minutes' }, list: { from: 'sm' } }),
    custom('amount_cents', {
      label: { ko: '금액', en: 'Amount' },
      column: {
        align: 'right',
        cell: ({ amount_cents }) => showMoney(amount_cents),
        exported: { as: 'cents', label: { ko: '금액(USD)', en: 'Amount (USD)' } },
      },
      ask: { kind: 'number' },
    }),
  ],
  sort: { field: 'month', order: 'DESC' },
  pages: { show: StatementShow },
  list: { canDelete: false },
});
