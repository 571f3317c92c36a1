import Icon from '@mui/icons-material/SensorsOutlined';
import type { PlacedResource } from '../../kit/resource.tsx';
import { CurrentStreamsPage } from './page.tsx';

/** The playbacks of this moment. */
export const currentStreams: PlacedResource = {
  name: 'current-streams',
  facts: {},
  menu: { group: 'operation', place: 80 },
  pages: { icon: Icon, list: CurrentStreamsPage },
};
