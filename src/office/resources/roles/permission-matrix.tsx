import { Box, Checkbox, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useInput } from 'react-admin';
import {
  type Permissions,
  type StaffAction,
  type StaffModule,
  staffActions,
  staffModules,
} from '../../../contract/admin/permissions.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useReadOnly } from '../../kit/read-only.ts';
import { withGrants } from './grants.ts';

const modules = Object.keys(staffModules) as StaffModule[];

/** What a role may do, module by module; whole rows, columns and everything at once. */
export function PermissionMatrix() {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const { field } = useInput({ source: 'permissions', defaultValue: {} });
  const permissions = (field.value ?? {}) as Permissions;
  const has = (name: StaffModule, action: StaffAction) => permissions[name]?.includes(action) ?? false;

  const box = (label: string, names: readonly StaffModule[], actions: readonly StaffAction[]) => {
    const all = names.length * actions.length;
    const granted = names.reduce(
      (sum, name) => sum + actions.filter((action) => has(name, action)).length,
      0,
    );
    return (
      <Checkbox
        size="small"
        checked={granted === all}
        indeterminate={granted > 0 && granted < all}
        disabled={readOnly}
        onChange={() => field.onChange(withGrants(permissions, names, actions, granted < all))}
        // A native checkbox has its own state.
        slotProps={{ input: { 'aria-label': label, 'aria-checked': undefined } }}
        sx={{ p: 0.5 }}
      />
    );
  };
  const grant = (module: string, action: string) => text('roles.grant', { module, action });

  return (
    <Box sx={{ width: '100%', mt: 1 }}>
      <Typography variant="subtitle2">{text('roles.matrix')}</Typography>
      <Typography variant="caption" color="text.secondary">
        {text('roles.hint')} {text('roles.personal')}
      </Typography>
      <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: '10px', mt: 1 }}>
        <Table size="small" sx={{ minWidth: 860, '& th:first-of-type': { minWidth: 150 } }}>
          <TableHead>
            <TableRow>
              <TableCell>{text('roles.module')}</TableCell>
              <TableCell align="center">
                {text('roles.all')}
                {box(grant(text('roles.module'), text('roles.all')), modules, staffActions)}
              </TableCell>
              {staffActions.map((action) => (
                <TableCell key={action} align="center">
                  {text(`roles.${action}`)}
                  {box(grant(text('roles.all'), text(`roles.${action}`)), modules, [action])}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {modules.map((name) => {
              const module = staffModules[name][locale];
              return (
                <TableRow key={name} hover>
                  <TableCell component="th" scope="row">
                    {module}
                  </TableCell>
                  <TableCell align="center">
                    {box(grant(module, text('roles.all')), [name], staffActions)}
                  </TableCell>
                  {staffActions.map((action) => (
                    <TableCell key={action} align="center">
                      {box(grant(module, text(`roles.${action}`)), [name], [action])}
                    </TableCell>
                  ))}
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </Box>
    </Box>
  );
}
