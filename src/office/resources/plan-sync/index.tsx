import Icon from '@mui/icons-material/SyncAltOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { PlanSyncPage } from './page.tsx';

/** Plans and prices at the card processor beside ours. */
export const planSync: PlacedResource = {
  name: 'plan-sync',
  facts: { differences: { label: { ko: '불일치', en: 'Mismatches' } } },
  menu: { group: 'billing', place: 42 },
  pages: { icon: Icon, list: PlanSyncPage },
};
