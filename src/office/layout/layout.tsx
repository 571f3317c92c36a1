import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import PhonelinkLockIcon from '@mui/icons-material/PhonelinkLockOutlined';
import { Box, Divider, ListItemIcon, ListItemText, MenuItem, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  LoadingIndicator,
  Logout,
  Menu,
  TitlePortal,
  UserMenu,
  useGetIdentity,
  usePermissions,
  useSidebarState,
  useTranslate,
  useUserMenu,
} from 'react-admin';
import { Link } from 'react-router';
import type { Permissions } from '../../contract/admin/permissions.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { Shortcuts } from '../kit/shortcuts.tsx';
import { menuGroups, moduleOf } from '../menu.ts';
import { ReportsMenu } from '../reports/reports-menu.tsx';
import { UploadBadge } from '../resources/assets/upload-badge.tsx';
import { SecurityGate } from '../security/security-gate.tsx';
import { CommandPalette } from './command-palette.tsx';
import { LocaleSwitch } from './locale-switch.tsx';
import { Mark } from './mark.tsx';

/** The frame of every page: bar, menu, content. */
export function OfficeLayout({ children }: { children: ReactNode }) {
  return (
    <SecurityGate>
      <Layout appBar={OfficeAppBar} menu={OfficeMenu}>
        <Shortcuts />
        {children}
      </Layout>
    </SecurityGate>
  );
}

function OfficeAppBar() {
  const translate = useTranslate();
  return (
    <AppBar
      toolbar={
        <>
          <CommandPalette />
          <UploadBadge />
          <LocaleSwitch />
          <LoadingIndicator aria-label={translate('ra.page.loading')} />
        </>
      }
      userMenu={<OfficeUserMenu />}
      sx={{ '& .RaAppBar-toolbar': { columnGap: 0.5 } }}
    >
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, mr: 2 }}>
        <Mark />
      </Box>
      <TitlePortal variant="subtitle1" component="h1" sx={{ fontWeight: 700 }} />
    </AppBar>
  );
}

function OfficeUserMenu() {
  const text = useText();
  const { data } = useGetIdentity();
  const role = (data as { role?: string } | undefined)?.role;
  return (
    <UserMenu>
      <Box sx={{ px: 2, py: 1, minWidth: 200 }} role="presentation">
        <Typography variant="subtitle2">{data?.fullName}</Typography>
        <Typography variant="caption" color="text.secondary">
          {role}
        </Typography>
      </Box>
      <Divider />
      <MenuItem component="a" href="/" target="_blank" rel="noreferrer">
        <ListItemIcon>
          <OpenInNewIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText>{text('menu.viewer')}</ListItemText>
      </MenuItem>
      <SecurityItem />
      <Logout />
    </UserMenu>
  );
}

function SecurityItem() {
  const text = useText();
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/security" onClick={() => menu?.onClose()}>
      <ListItemIcon>
        <PhonelinkLockIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{text('security.title')}</ListItemText>
    </MenuItem>
  );
}

function OfficeMenu() {
  const text = useText();
  const [open] = useSidebarState();
  return (
    <Menu>
      <Menu.DashboardItem />
      {menuGroups.map(({ title, resources }) => (
        <MenuGroup key={title} title={open ? text(title) : ''} names={resources.map(({ name }) => name)} />
      ))}
      <ReportsMenu title={open ? text('menu.reports') : ''} />
    </Menu>
  );
}

/** A group with those of its modules that the role may read; nothing of it when there are none. */
function MenuGroup({ title, names }: { title: string; names: string[] }) {
  const { permissions } = usePermissions<Permissions>();
  const readable = names.filter((name) => permissions?.[moduleOf(name)]?.includes('read'));
  if (readable.length === 0) return null;
  return (
    <>
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ px: 2.5, pt: 1.5, pb: 0.5, minHeight: 12, whiteSpace: 'nowrap' }}
      >
        {title}
      </Typography>
      {readable.map((name) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
    </>
  );
}
