import VideoFileIcon from '@mui/icons-material/VideoFileOutlined';
import { type PlacedResource, representation } from '../../kit/resource.tsx';
import { AssetList } from './list.tsx';
import { AssetShow } from './show.tsx';

export const assets: PlacedResource = {
  menu: { group: 'catalogue', place: 20 },
  name: 'assets',
  icon: VideoFileIcon,
  recordRepresentation: representation,
  list: AssetList,
  show: AssetShow,
};
