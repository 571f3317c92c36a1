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
import { Menu } from 'react-admin';
import type { DeclaredReport } from '../../contract/admin/reports.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';

/** Icons of reports by name; any other has bars. */
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

/** A report in the menu, under its own name or the one that the role gives it. */
export function ReportItem({ report, name }: { report: DeclaredReport; name: string | undefined }) {
  const locale = useOfficeLocale();
  const Icon = icons[report.name] ?? BarChartIcon;
  return (
    <Menu.Item
      to={`/reports/${report.name}`}
      primaryText={name ?? report.title[locale]}
      leftIcon={<Icon />}
    />
  );
}
