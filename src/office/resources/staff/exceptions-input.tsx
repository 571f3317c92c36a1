import { Autocomplete, Box, TextField } from '@mui/material';
import { useInput } from 'react-admin';
import {
  type PermissionExceptions,
  type StaffAction,
  type StaffModule,
  staffActions,
  staffModules,
} from '../../../contract/admin/permissions.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useReadOnly } from '../../kit/read-only.ts';

interface Option {
  module: StaffModule;
  action: StaffAction;
}
const options = (Object.keys(staffModules) as StaffModule[]).flatMap((module) =>
  staffActions.map((action): Option => ({ module, action })),
);

/** Where a person may do more or less than their role. */
export function ExceptionsInput() {
  const text = useText();
  const locale = useOfficeLocale();
  const readOnly = useReadOnly();
  const { field } = useInput({ source: 'exceptions', defaultValue: {} });
  const exceptions = (field.value ?? {}) as PermissionExceptions;
  const nameOf = ({ module, action }: Option) =>
    text('roles.grant', { module: staffModules[module][locale], action: text(`roles.${action}`) });
  const change = (kind: 'give' | 'take', chosen: readonly Option[]) => {
    const next: PermissionExceptions = {};
    for (const name of Object.keys(staffModules) as StaffModule[]) {
      const own = chosen.filter(({ module }) => module === name).map(({ action }) => action);
      const { [kind]: _, ...rest } = exceptions[name] ?? {};
      const value = { ...rest, ...(own.length > 0 ? { [kind]: own } : {}) };
      if (Object.keys(value).length > 0) next[name] = value;
    }
    field.onChange(next);
  };
  return (
    <Box sx={{ width: '100%' }}>
      {(['give', 'take'] as const).map((kind) => (
        <Autocomplete
          key={kind}
          multiple
          options={options}
          value={options.filter(({ module, action }) => exceptions[module]?.[kind]?.includes(action))}
          readOnly={readOnly}
          groupBy={({ module }) => staffModules[module][locale]}
          getOptionLabel={nameOf}
          getOptionKey={({ module, action }) => `${module} ${action}`}
          isOptionEqualToValue={(a, b) => a.module === b.module && a.action === b.action}
          onChange={(_event, chosen) => change(kind, chosen)}
          renderInput={(params) => (
            <TextField {...params} label={text(`staff.${kind}`)} helperText={text(`staff.${kind}_hint`)} />
          )}
        />
      ))}
    </Box>
  );
}
