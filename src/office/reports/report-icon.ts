import BarChartIcon from '@mui/icons-material/BarChartOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import DevicesIcon from '@mui/icons-material/DevicesOutlined';
import GroupIcon from '@mui/icons-material/GroupOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import MovieIcon from '@mui/icons-material/MovieOutlined';
import PublicIcon from '@mui/icons-material/PublicOutlined';
import RepeatIcon from '@mui/icons-material/RepeatOutlined';
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import SearchIcon from '@mui/icons-material/SearchOutlined';
import SensorsIcon from '@mui/icons-material/SensorsOutlined';
import type { ComponentType } from 'react';

const icons: Record<string, ComponentType> = {
  video: MovieIcon,
  category: CategoryIcon,
  watch: ScheduleIcon,
  devices: DevicesIcon,
  countries: PublicIcon,
  streams: SensorsIcon,
  search: SearchIcon,
  keywords: KeyIcon,
  ads: CampaignIcon,
  customers: GroupIcon,
  retention: RepeatIcon,
};

/** The icon of a report by its name; any other than these has bars. */
export const reportIcon = (name: string): ComponentType => icons[name] ?? BarChartIcon;
