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
import { Typography } from '@mui/material';
import type { ComponentType } from 'react';
import { Menu, usePermissions } from 'react-admin';
import type { Permissions } from '../../contract/admin/permissions.ts';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { useReports } from './use-report.ts';

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

/** The menu's group of reports: those that the server has, for whoever may read them. */
export function ReportsMenu({ title }: { title: string }) {
  const { permissions } = usePermissions<Permissions>();
  return permissions?.reports?.includes('read') ? <Entries title={title} /> : null;
}

function Entries({ title }: { title: string }) {
  const locale = useOfficeLocale();
  const { data = [] } = useReports();
  const shown = data.filter((report) => !report.is_facts);
  if (shown.length === 0) return null;
  return (
    <>
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ px: 2.5, pt: 1.5, pb: 0.5, minHeight: 12, whiteSpace: 'nowrap' }}
      >
        {title}
      </Typography>
      {shown.map((report) => {
        const Icon = icons[report.name] ?? BarChartIcon;
        return (
          <Menu.Item
            key={report.name}
            to={`/reports/${report.name}`}
            primaryText={report.title[locale]}
            leftIcon={<Icon />}
          />
        );
      })}
    </>
  );
}
