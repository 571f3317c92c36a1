import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useInput } from 'react-admin';
import { type FieldGroup, fieldGroups } from '../../../contract/admin/permissions.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { useReadOnly } from '../../kit/read-only.ts';

/** Groups of fields that the role hides: a switch for each group, with the fields that it covers. */
export function HiddenGroupsInput() {
  const text = useText();
  const isReadOnly = useReadOnly();
  const { field } = useInput({ source: 'hidden_groups', defaultValue: [] });
  const hidden = (field.value ?? []) as FieldGroup[];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mt: 2, mb: 2 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        {text('roles.hidden_groups')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text('roles.hidden_groups_hint')}
      </Typography>
      {fieldGroups.map((group) => (
        <FormControlLabel
          key={group}
          sx={{ display: 'flex', alignItems: 'flex-start', ml: -0.5, mr: 0, mb: 1 }}
          disabled={isReadOnly}
          control={
            <Switch
              size="small"
              checked={hidden.includes(group)}
              onChange={({ target }) =>
                field.onChange(
                  fieldGroups.filter((own) => (own === group ? target.checked : hidden.includes(own))),
                )
              }
            />
          }
          label={
            <Box sx={{ ml: 0.5 }}>
              <Typography variant="body2">{text(`roles.group_${group}`)}</Typography>
              <Typography variant="body2" color="text.secondary">
                {text(`roles.group_${group}_covers`)}
              </Typography>
            </Box>
          }
        />
      ))}
    </Box>
  );
}
