import Icon from '@mui/icons-material/CreditCardOffOutlined';
import { Navigate } from 'react-router';
import type { PlacedResource } from '../../kit/resource.tsx';

const filter = encodeURIComponent(JSON.stringify({ status: 'failed' }));

/** Open payments that were tried in vain: the list of payments, filtered. */
export const failedPayments: PlacedResource = {
  name: 'failed-payments',
  module: 'payments',
  title: { ko: '결제 실패', en: 'Failed payments' },
  facts: {},
  menu: { group: 'billing', place: 12 },
  pages: { icon: Icon, list: () => <Navigate to={`/payments?filter=${filter}`} replace /> },
};
