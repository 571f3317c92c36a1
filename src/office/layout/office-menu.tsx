import DashboardIcon from '@mui/icons-material/Dashboard';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import DefaultIcon from '@mui/icons-material/ViewList';
import {
  Box,
  ButtonBase,
  ListItemIcon,
  MenuItem,
  type Theme,
  Tooltip,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { type ComponentType, Fragment, type MouseEvent, memo } from 'react';
import {
  Menu,
  useGetResourceLabel,
  useResourceDefinitions,
  useSidebarState,
  useStore,
  useTranslate,
} from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useOfficeLocale } from '../i18n/i18n-provider.ts';
import { reportIcon } from '../reports/report-icon.ts';
import { useMenus } from './use-menus.ts';

/**
 * The menu beside every page. It reads the page's address, the menu's state and the permissions once, where react-admin's own
 * items each read them. Going to another page thus renders the two items that change, and of the others the link alone.
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
  const [folded, setFolded] = useStore<string[]>('menu.folded', []);

  const isAt = (to: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  const isFolded = (key: string) => folded.includes(key);
  /** On a small screen the menu lies over the page, so a chosen entry closes it. */
  const choose = ({ target }: MouseEvent) => {
    if (covers && target instanceof Element && target.closest('a')) setOpen(false);
  };
  const item = (to: string, label: string, icon: ComponentType) => (
    <OfficeMenuItem key={to} to={to} label={label} icon={icon} isCurrent={isAt(to)} open={open} />
  );
  return (
    <Menu onClick={choose}>
      {item('/', translate('ra.page.dashboard'), DashboardIcon)}
      {groups
        .map((group) => ({ ...group, key: group.items[0]?.resource ?? group.title }))
        .map(({ key, title, items }) => (
          <Fragment key={key}>
            {open ? (
              <GroupTitle
                title={title}
                isFolded={isFolded(key)}
                onToggle={() =>
                  setFolded(isFolded(key) ? folded.filter((own) => own !== key) : [...folded, key])
                }
              />
            ) : (
              <Box sx={{ minHeight: 12 }} />
            )}
            {items
              .map(({ resource, ...own }) => ({ ...own, resource, to: pathOf({ resource, ...own }) }))
              // The entry of the page stays, so that the menu shows where the page is.
              .filter(({ to }) => !open || !isFolded(key) || isAt(to))
              .map(({ resource, name, report, to }) =>
                report
                  ? item(to, name ?? report.title[locale], reportIcon(report.name))
                  : item(to, name ?? labelOf(resource, 2), resources[resource]?.icon ?? DefaultIcon),
              )}
          </Fragment>
        ))}
    </Menu>
  );
}

const pathOf = ({ resource, report }: { resource: string; report?: { name: string } | undefined }) =>
  report ? `/reports/${report.name}` : `/${resource}`;

/** The title of a group, which folds and unfolds its entries. */
function GroupTitle({
  title,
  isFolded,
  onToggle,
}: {
  title: string;
  isFolded: boolean;
  onToggle: () => void;
}) {
  return (
    <ButtonBase
      role="menuitem"
      aria-expanded={!isFolded}
      onClick={onToggle}
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        width: '100%',
        pl: 2.5,
        pr: 1.5,
        pt: 1.5,
        pb: 0.5,
        color: 'text.secondary',
        '&:hover, &:focus-visible': { color: 'text.primary' },
      }}
    >
      <Typography variant="caption" sx={{ textAlign: 'left' }}>
        {title}
      </Typography>
      <ExpandMoreIcon
        sx={{ fontSize: 16, transform: isFolded ? 'rotate(-90deg)' : 'none', transition: 'transform 120ms' }}
      />
    </ButtonBase>
  );
}

/** A name that needs more room, as with wide letters, takes a second line. */
const wrapping = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

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
      {/*
        In the closed menu the name is clipped; its tooltip and its accessible name have it. A paragraph would have a gap below
        it where the reader spaces paragraphs out.
      */}
      <Typography
        component="span"
        variant="inherit"
        noWrap={!open}
        sx={{ flexGrow: 1, minWidth: 0, ...(open && wrapping) }}
      >
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
