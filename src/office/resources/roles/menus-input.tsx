import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, IconButton, Switch, TextField, Typography } from '@mui/material';
import { use, useState } from 'react';
import { useInput } from 'react-admin';
import { reportList } from '../../../contract/admin/reports.ts';
import type { PlacedMenu } from '../../../contract/admin/session.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { DragList } from '../../kit/drag-list.tsx';
import { OfficeMenus } from '../../kit/office-menus.ts';
import { useReadOnly } from '../../kit/read-only.ts';
import { useDragRow } from '../../kit/use-drag-order.ts';
import { orderMenus } from '../../menu-order.ts';
import { useReportMenus } from '../../reports/use-report.ts';

const names = ['name_ko', 'name_en', 'group_ko', 'group_en'] as const;

/** A role's menus: their order, names and groups. */
export function MenusInput() {
  const text = useText();
  const locale = useOfficeLocale();
  const { field } = useInput({ source: 'menus', defaultValue: [] });
  const [open, setOpen] = useState<string>();
  const reports = new Map(useReportMenus().map((report) => [reportList(report.name), report.title]));
  const chosen = (field.value ?? []) as PlacedMenu[];
  // Reports keep their place even if the editing staff member may not read them.
  const unread = chosen.map(({ resource }) => resource).filter((name) => name.startsWith(reportList('')));
  const usualGroups = use(OfficeMenus);
  const placed = orderMenus([...new Set([...usualGroups.keys(), ...reports.keys(), ...unread])], chosen);
  const usualNameOf = (resource: string) =>
    (reports.get(resource) ?? entities[resource])?.[locale] ?? resource;
  const nameOf = (menu: PlacedMenu) => menu[`name_${locale}`].trim() || usualNameOf(menu.resource);
  const groupOf = (menu: PlacedMenu) =>
    menu[`group_${locale}`].trim() || text(usualGroups.get(menu.resource) ?? 'menu.reports');
  const byResource = new Map(placed.map((menu) => [menu.resource, menu]));
  return (
    <Box sx={{ width: '100%', mt: 2 }}>
      <Typography variant="subtitle2">{text('roles.menus')}</Typography>
      <Typography variant="caption" color="text.secondary">
        {text('roles.menus_hint')}
      </Typography>
      <DragList
        ids={[...byResource.keys()]}
        nameOf={usualNameOf}
        hint={text('ordered.hint')}
        // Rows are of one height while they are moved: past a high one the keyboard would not come.
        onLift={() => setOpen(undefined)}
        onMove={(next) => field.onChange(next.flatMap((resource) => byResource.get(resource) ?? []))}
        sx={{ border: 1, borderColor: 'divider', borderRadius: '6px' }}
      >
        {placed.map((menu) => (
          <PlacedMenuRow
            key={menu.resource}
            menu={menu}
            usualName={usualNameOf(menu.resource)}
            title={`${nameOf(menu)} · ${groupOf(menu)}`}
            isOpen={open === menu.resource}
            onToggle={() => setOpen(open === menu.resource ? undefined : menu.resource)}
            onChange={(values) =>
              field.onChange(placed.map((other) => (other === menu ? { ...menu, ...values } : other)))
            }
          />
        ))}
      </DragList>
    </Box>
  );
}

interface RowProps {
  menu: PlacedMenu;
  usualName: string;
  /** Its name for the role, with its group: some reports have the same name as the list of their records. */
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (values: Partial<PlacedMenu>) => void;
}

function PlacedMenuRow({ menu, usualName, title, isOpen, onToggle, onChange }: RowProps) {
  const text = useText();
  const readOnly = useReadOnly();
  const { row, handle } = useDragRow(menu.resource, readOnly);
  return (
    <Box component="li" {...row} sx={{ ...row.sx, flexWrap: 'wrap', px: 1 }}>
      {!readOnly && (
        <IconButton {...handle} aria-label={text('order.handle', { name: usualName })}>
          <DragIndicatorIcon fontSize="small" />
        </IconButton>
      )}
      <Button
        color="inherit"
        endIcon={<ExpandMoreIcon sx={isOpen ? { transform: 'rotate(180deg)' } : {}} />}
        aria-expanded={isOpen}
        onClick={onToggle}
        sx={{ flex: 1, minWidth: 0, justifyContent: 'space-between', fontWeight: 'normal' }}
      >
        <Typography
          variant="body2"
          color={menu.hidden ? 'text.disabled' : 'text.primary'}
          sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
      </Button>
      <Switch
        size="small"
        checked={!menu.hidden}
        disabled={readOnly}
        onChange={(_event, shown) => onChange({ hidden: !shown })}
        slotProps={{ input: { 'aria-label': text('roles.menu_shown', { name: usualName }) } }}
      />
      {isOpen && (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            columnGap: 2,
            flex: '1 0 100%',
            p: 1,
          }}
        >
          {names.map((name) => (
            <TextField
              key={name}
              label={text(`roles.menu_${name}`)}
              value={menu[name]}
              disabled={readOnly}
              onChange={(event) => onChange({ [name]: event.target.value })}
              slotProps={{ htmlInput: { maxLength: 40 } }}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}
