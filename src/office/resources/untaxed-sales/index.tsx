import Icon from '@mui/icons-material/MoneyOffOutlined';
import { Navigate } from 'react-router';
import type { PlacedResource } from '../../kit/resource.tsx';

const filter = encodeURIComponent(JSON.stringify({ untaxed_cents_min: 1 }));

/** Sales to addresses at which no tax rate counted: the list of payments, filtered, so that the rate can be added. */
export const untaxedSales: PlacedResource = {
  name: 'untaxed-sales',
  module: 'payments',
  title: { ko: '세율 없는 판매', en: 'Sales without a tax rate' },
  facts: {},
  menu: { group: 'billing', place: 62 },
  pages: { icon: Icon, list: () => <Navigate to={`/payments?filter=${filter}`} replace /> },
};
