import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import PhonelinkLockIcon from '@mui/icons-material/PhonelinkLockOutlined';
import { Box, ListItemIcon, ListItemText, MenuItem, type Theme, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import {
  AppBar,
  type AppBarProps,
  Layout,
  LoadingIndicator,
  Logout,
  TitlePortal,
  UserMenu,
  useGetIdentity,
  useTheme,
  useTranslate,
  useUserMenu,
} from 'react-admin';
import { Link } from 'react-router';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { officeName } from '../i18n/locale.ts';
import { Shortcuts } from '../kit/shortcuts.tsx';
import { UploadBadge } from '../resources/assets/upload-badge.tsx';
import { SecurityGate } from '../security/security-gate.tsx';
import { CommandPalette } from './command-palette.tsx';
import { LocaleSwitch } from './locale-switch.tsx';
import { Mark } from './mark.tsx';
import { OfficeMenu } from './office-menu.tsx';
import { PageError } from './page-error.tsx';

/** The frame of every page: bar, menu, content. */
export function OfficeLayout({ children }: { children: ReactNode }) {
  return (
    <SecurityGate>
      {/* A bar that slides away on scrolling takes the page's heading and its buttons from screen readers. */}
      <Layout appBar={OfficeAppBar} menu={OfficeMenu} error={PageError} appBarAlwaysOn>
        <Shortcuts />
        {children}
      </Layout>
    </SecurityGate>
  );
}

/** Begins the title of the document with the heading of the page, which is in the bar. */
function useDocumentTitle(): void {
  const locale = useOfficeLocale();
  useEffect(() => {
    const heading = document.getElementById('react-admin-title');
    if (!heading) return;
    const show = () => {
      const page = heading.textContent?.trim();
      document.title = [page, officeName(locale)].filter(Boolean).join(' · ');
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [locale]);
}

function OfficeAppBar({ alwaysOn = false }: AppBarProps) {
  const translate = useTranslate();
  useDocumentTitle();
  return (
    <AppBar
      alwaysOn={alwaysOn}
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
  const translate = useTranslate();
  const { data } = useGetIdentity();
  const role = (data as { role?: string } | undefined)?.role;
  // On a phone the name is not shown.
  const showsName = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm')) && Boolean(data?.fullName);
  const label = 'ra.auth.user_menu';
  return (
    // The visible name is a part of the button's name.
    <UserMenu label={showsName ? `${data?.fullName}: ${translate(label)}` : label}>
      {/* A menu has items alone; this one cannot be chosen. */}
      <MenuItem disabled divider sx={{ minWidth: 200, '&.Mui-disabled': { opacity: 1 } }}>
        <ListItemText primary={data?.fullName} secondary={role} />
      </MenuItem>
      <MenuItem component="a" href="/" target="_blank" rel="noreferrer">
        <ListItemIcon>
          <OpenInNewIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText>{text('menu.viewer')}</ListItemText>
      </MenuItem>
      <ThemeItem />
      <SecurityItem />
      <Logout />
    </UserMenu>
  );
}

/** Changes between the light and the dark theme. */
function ThemeItem() {
  const text = useText();
  const [theme, setTheme] = useTheme();
  const isDark = theme === 'dark';
  return (
    <MenuItem onClick={() => setTheme(isDark ? 'light' : 'dark')}>
      <ListItemIcon>
        {isDark ? <LightModeIcon fontSize="small" /> : <DarkModeIcon fontSize="small" />}
      </ListItemIcon>
      <ListItemText>{text(isDark ? 'theme.light' : 'theme.dark')}</ListItemText>
    </MenuItem>
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
