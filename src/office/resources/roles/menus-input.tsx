import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Box,
  IconButton,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import { use } from 'react';
import { useInput } from 'react-admin';
import { reportList } from '../../../contract/admin/reports.ts';
import type { PlacedMenu } from '../../../contract/admin/session.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { OfficeMenus } from '../../kit/office-menus.ts';
import { useReadOnly } from '../../kit/read-only.ts';
import { orderMenus } from '../../menu-order.ts';
import { useReportMenus } from '../../reports/use-report.ts';

const names = ['name_ko', 'name_en', 'group_ko', 'group_en'] as const;

/** A role's menus: their order, names and groups. */
export function MenusInput() {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const { field } = useInput({ source: 'menus', defaultValue: [] });
  const reports = new Map(useReportMenus().map((report) => [reportList(report.name), report.title]));
  const chosen = (field.value ?? []) as PlacedMenu[];
  // Reports keep their place also where somebody changes the role who may not read them.
  const unread = chosen.map(({ resource }) => resource).filter((name) => name.startsWith(reportList('')));
  const placed = orderMenus([...new Set([...use(OfficeMenus), ...reports.keys(), ...unread])], chosen);
  const nameOf = ({ resource }: PlacedMenu) =>
    (reports.get(resource) ?? entities[resource])?.[locale] ?? resource;
  const change = (resource: string, values: Partial<PlacedMenu>) =>
    field.onChange(placed.map((menu) => (menu.resource === resource ? { ...menu, ...values } : menu)));
  const move = (at: number, step: 1 | -1) => {
    const next = [...placed];
    const [menu] = next.splice(at, 1);
    if (menu) next.splice(at + step, 0, menu);
    field.onChange(next);
  };
  return (
    <Box sx={{ width: '100%', mt: 2 }}>
      <Typography variant="subtitle2">{text('roles.menus')}</Typography>
      <Typography variant="caption" color="text.secondary">
        {text('roles.menus_hint')}
      </Typography>
      {placed.map((menu, at) => (
        <Accordion
          key={menu.resource}
          disableGutters
          variant="outlined"
          slots={{ heading: 'div' }}
          slotProps={{ transition: { unmountOnExit: true } }}
        >
          <Stack direction="row" sx={{ alignItems: 'center', pr: 1 }}>
            <AccordionSummary sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" color={menu.hidden ? 'text.disabled' : 'text.primary'} noWrap>
                {menu[`name_${locale}`] || nameOf(menu)}
                {menu[`group_${locale}`] && ` · ${menu[`group_${locale}`]}`}
              </Typography>
            </AccordionSummary>
            <Switch
              size="small"
              checked={!menu.hidden}
              disabled={readOnly}
              onChange={(_event, shown) => change(menu.resource, { hidden: !shown })}
              slotProps={{ input: { 'aria-label': text('roles.menu_shown', { name: nameOf(menu) }) } }}
            />
            <IconButton
              size="small"
              disabled={readOnly || at === 0}
              aria-label={text('roles.menu_up', { name: nameOf(menu) })}
              onClick={() => move(at, -1)}
            >
              <ArrowUpwardIcon fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              disabled={readOnly || at === placed.length - 1}
              aria-label={text('roles.menu_down', { name: nameOf(menu) })}
              onClick={() => move(at, 1)}
            >
              <ArrowDownwardIcon fontSize="small" />
            </IconButton>
          </Stack>
          <AccordionDetails
            sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2, pt: 0 }}
          >
            {names.map((name) => (
              <TextField
                key={name}
                label={text(`roles.menu_${name}`)}
                value={menu[name]}
                disabled={readOnly}
                onChange={(event) => change(menu.resource, { [name]: event.target.value })}
                slotProps={{ htmlInput: { maxLength: 40 } }}
              />
            ))}
          </AccordionDetails>
        </Accordion>
      ))}
    </Box>
  );
}
