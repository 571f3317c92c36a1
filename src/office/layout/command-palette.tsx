/** Ctrl+K finds menus, reports and records by a part of their name. */
import SearchIcon from '@mui/icons-material/Search';
import {
  Box,
  Dialog,
  IconButton,
  InputAdornment,
  List,
  ListItemButton,
  ListItemText,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { getChoseong } from 'es-hangul';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useCreatePath, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { reportList } from '../../contract/admin/reports.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useIdentity } from '../kit/access.ts';
import { Hidden } from '../kit/hidden.tsx';
import { menuGroups, moduleOf, officeResources } from '../menu.ts';
import { useReportMenus } from '../reports/use-report.ts';

interface Found {
  key: string;
  label: string;
  /** What kind of thing it is. */
  kind: string;
  path: string;
}

/** The button that opens the palette, and the key that does. */
export function CommandPalette() {
  const text = useText();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen(true);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Tooltip title={text('palette.open')}>
        <IconButton color="inherit" aria-label={text('palette.open')} onClick={() => setOpen(true)}>
          <SearchIcon />
        </IconButton>
      </Tooltip>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const listId = useId();
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { found, isCurrent } = useFound(typed.trim());
  /** Enter was pressed before the answer to what is typed was there. */
  const [isEntered, setEntered] = useState(false);
  const open = (chosen: Found | undefined) => {
    if (!chosen) return;
    onClose();
    void navigate(chosen.path);
  };
  const openEntered = useEffectEvent(() => {
    setEntered(false);
    open(found[at]);
  });
  useEffect(() => {
    if (isEntered && isCurrent) openEntered();
  }, [isEntered, isCurrent]);
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box component="h2" id={titleId} sx={{ m: 0 }}>
        <Hidden>{text('palette.label')}</Hidden>
      </Box>
      <Box sx={{ p: 1.5 }}>
        <TextField
          autoFocus
          margin="none"
          placeholder={text('palette.label')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setEntered(false);
          }}
          onKeyDown={press}
          slotProps={{
            htmlInput: {
              role: 'combobox',
              'aria-label': text('palette.label'),
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-activedescendant': found[at] ? `${listId}-${at}` : undefined,
            },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      </Box>
      <List
        id={listId}
        role="listbox"
        aria-label={text('palette.label')}
        dense
        sx={{ maxHeight: '60vh', overflowY: 'auto', pt: 0 }}
      >
        {found.map((own, index) => (
          <ListItemButton
            key={own.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            selected={index === at}
            onClick={() => open(own)}
          >
            <ListItemText primary={own.label} slotProps={{ primary: { noWrap: true } }} />
            <Typography variant="caption" color="text.secondary" sx={{ pl: 2, whiteSpace: 'nowrap' }}>
              {own.kind}
            </Typography>
          </ListItemButton>
        ))}
      </List>
      {found.length === 0 && isCurrent && (
        <Typography color="text.secondary" sx={{ px: 2, pb: 2 }} role="status">
          {text('palette.none')}
        </Typography>
      )}
    </Dialog>
  );
}

const pages = new Map(officeResources.map((resource) => [resource.name, resource.pages]));

/** The menus and records that a text finds; `isCurrent`: not still the records of the text before. */
function useFound(q: string): { found: Found[]; isCurrent: boolean } {
  const text = useText();
  const translate = useTranslate();
  const createPath = useCreatePath();
  const locale = useOfficeLocale();
  const { data: me } = useIdentity();
  const reports = useReportMenus();
  const {
    data: records = [],
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['find', q, locale],
    queryFn: async ({ signal }) => (await api('GET /api/admin/find', { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: (before) => before,
  });
  const nameOf = (resource: string) =>
    translate(`resources.${resource}.name`, { _: resource, smart_count: 2 });
  const wanted = q.toLowerCase();
  // Under the names that the role gives them; a menu that it leaves out is found too.
  const placed = new Map(me?.menus.map((menu) => [menu.resource, menu[`name_${locale}`]]));
  const menus = [
    ...menuGroups
      .flatMap(({ resources }) => resources.map(({ name }) => name))
      .filter((name) => me?.permissions[moduleOf(name)]?.includes('read'))
      .map((name) => ({
        key: `menu ${name}`,
        label: placed.get(name) || nameOf(name),
        kind: text('palette.menus'),
        path: createPath({ resource: name, type: 'list' }),
      })),
    ...reports.map((report) => ({
      key: `report ${report.name}`,
      label: placed.get(reportList(report.name)) || report.title[locale],
      kind: text('menu.reports'),
      path: `/reports/${report.name}`,
    })),
  ].filter(({ label }) => label.toLowerCase().includes(wanted) || getChoseong(label).includes(wanted));
  if (q === '') return { found: menus, isCurrent: true };
  const things = records.flatMap(({ resource, id, label, exact }) => {
    const own = pages.get(resource);
    if (!own || label === '') return [];
    const type = own.edit ? 'edit' : own.show ? 'show' : 'list';
    const path = createPath({ resource, id, type });
    return [{ key: `${resource} ${id}`, label, kind: nameOf(resource), path, exact }];
  });
  const isSame = ({ label }: Found) => label.toLowerCase() === wanted;
  const found = [
    ...menus.filter(isSame),
    ...things.filter(({ exact }) => exact),
    ...menus.filter((menu) => !isSame(menu)),
    ...things.filter(({ exact }) => !exact),
  ];
  return { found, isCurrent: !isPending && !isPlaceholderData };
}
