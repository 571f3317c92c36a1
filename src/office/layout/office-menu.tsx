import DashboardIcon from '@mui/icons-material/Dashboard';
import DefaultIcon from '@mui/icons-material/ViewList';
import { ListItemIcon, MenuItem, type Theme, Tooltip, Typography, useMediaQuery } from '@mui/material';
import { type ComponentType, Fragment, type MouseEvent, memo } from 'react';
import {
  Menu,
  useGetResourceLabel,
  useResourceDefinitions,
  useSidebarState,
  useTranslate,
} from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { reportIcon } from '../reports/report-icon.ts';
import { useMenus } from './use-menus.ts';

/**
 * The menu beside every page. It finds out once what react-admin's own items each ask for: where the page is, whether the menu is open,
 * what may be read. So going to another page renders the two items that change, and of the others the link alone.
 */
export function OfficeMenu() {
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const labelOf = useGetResourceLabel();
  const resources = useResourceDefinitions();
  const [open, setOpen] = useSidebarState();
  const covers = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const { pathname } = useLocation();
  const groups = useMenus();

  /** The menu lies over the page on a small screen: it is closed by what is chosen. */
  const choose = ({ target }: MouseEvent) => {
    if (covers && target instanceof Element && target.closest('a')) setOpen(false);
  };
  const item = (to: string, label: string, icon: ComponentType) => (
    <OfficeMenuItem
      key={to}
      to={to}
      label={label}
      icon={icon}
      isCurrent={pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))}
      open={open}
    />
  );
  return (
    <Menu onClick={choose}>
      {item('/', translate('ra.page.dashboard'), DashboardIcon)}
      {groups.map(({ title, items }) => (
        <Fragment key={title}>
          <Typography
            variant="caption"
            color="text.secondary"
            sx={{ px: 2.5, pt: 1.5, pb: 0.5, minHeight: 12, whiteSpace: 'nowrap' }}
          >
            {open ? title : ''}
          </Typography>
          {items.map(({ resource, name, report }) =>
            report
              ? item(`/reports/${report.name}`, name ?? report.title[locale], reportIcon(report.name))
              : item(`/${resource}`, name ?? labelOf(resource, 2), resources[resource]?.icon ?? DefaultIcon),
          )}
        </Fragment>
      ))}
    </Menu>
  );
}

interface ItemProps {
  to: string;
  label: string;
  icon: ComponentType;
  isCurrent: boolean;
  /** Whether the menu has room for more than icons. */
  open: boolean;
}

const OfficeMenuItem = memo(function OfficeMenuItem({ to, label, icon: Icon, isCurrent, open }: ItemProps) {
  const item = (
    <MenuItem
      component={Link}
      to={to}
      state={{ _scrollToTop: true }}
      tabIndex={0}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <ListItemIcon>
        <Icon />
      </ListItemIcon>
      <Typography variant="inherit" noWrap sx={{ flexGrow: 1 }}>
        {label}
      </Typography>
    </MenuItem>
  );
  if (open) return item;
  return (
    <Tooltip title={label} placement="right">
      {item}
    </Tooltip>
  );
});
