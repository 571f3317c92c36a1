import Icon from '@mui/icons-material/EventRepeatOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { RehearsalPage } from './page.tsx';

/** What the renewals of a month would come to. */
export const renewalRehearsal: PlacedResource = {
  name: 'renewal-rehearsal',
  facts: {},
  menu: { group: 'billing', place: 20 },
  pages: { icon: Icon, list: RehearsalPage },
};
