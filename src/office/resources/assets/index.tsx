import VideoFileIcon from '@mui/icons-material/VideoFileOutlined';
import type { ResourceProps } from 'react-admin';
import { representation } from '../../kit/resource.tsx';
import { AssetList } from './list.tsx';
import { AssetShow } from './show.tsx';

export const assets: ResourceProps = {
  name: 'assets',
  icon: VideoFileIcon,
  recordRepresentation: representation,
  list: AssetList,
  show: AssetShow,
};
