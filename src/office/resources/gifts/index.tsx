import Icon from '@mui/icons-material/CardGiftcardOutlined';
import { useRefresh } from 'react-admin';
import { api } from '../../api.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import type { Choice } from '../../kit/chips.tsx';
import { choice, custom, instant, line, number, reference } from '../../kit/fields.tsx';
import { money } from '../../kit/money-field.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { LotPanel } from './lot-panel.tsx';

type Gift = RowOf<'gifts'>;

const states: Record<Gift['state'], Choice> = {
  waiting: { text: 'gift.waiting' },
  open: { text: 'gift.open', tone: 'sky' },
  redeemed: { text: 'gift.redeemed', tone: 'gold' },
  void: { text: 'gift.void' },
};

/** Gift codes: those that customers have bought, and lots made by staff. */
export const gifts = declareResource('gifts', {
  menu: { group: 'billing', place: 55 },
  icon: Icon,
  fields: [
    instant('created_at', { label: { ko: '만든 일시', en: 'Made' }, list: { from: 'md' } }),
    line('code', { label: { ko: '코드', en: 'Code' }, names: true, list: { sort: false }, asked: false }),
    choice('state', states, {
      label: { ko: '상태', en: 'Status' },
      list: { sort: false },
      filter: true,
    }),
    custom('lot', {
      label: { ko: '묶음', en: 'Lot' },
      column: { cell: (gift) => <Lot gift={gift} />, exported: {} },
      ask: { kind: 'text' },
    }),
    reference('plan_id', 'plans', {
      label: { ko: '이용권', en: 'Plan' },
      list: { from: 'sm' },
      filter: true,
    }),
    number('months', { label: { ko: '개월 수', en: 'Months' }, list: { from: 'sm', sort: false } }),
    money('amount_cents', { label: { ko: '금액', en: 'Amount' }, list: { from: 'md' } }),
    instant('expires_at', { label: { ko: '사용 기한', en: 'Expires' }, list: { from: 'lg' } }),
    instant('redeemed_at', { label: { ko: '사용 일시', en: 'Redeemed' }, list: { from: 'lg' } }),
  ],
  filters: ['plan_id', 'state'],
  sort: { field: 'created_at', order: 'DESC' },
  pages: {},
  list: { above: <LotPanel />, canDelete: false, rowClick: false, emptyHint: 'gift.empty' },
});

/** The lot, and the way to void a code of it that nobody has used. */
function Lot({ gift }: { gift: Gift }) {
  const text = useText();
  const refresh = useRefresh();
  const mayUpdate = useMay('update', 'gifts');
  return (
    <>
      {gift.lot || text('gift.bought')}
      {mayUpdate && gift.state === 'open' && gift.lot !== '' && (
        <AskedButton
          color="error"
          question={text('gift.void_question')}
          onConfirm={async () => {
            await api('POST /api/admin/gifts/{id}/void', { params: { id: gift.id } });
            refresh();
          }}
        >
          {text('gift.do_void')}
        </AskedButton>
      )}
    </>
  );
}
