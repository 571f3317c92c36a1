import ToggleOnIcon from '@mui/icons-material/ToggleOnOutlined';
import { Card, List, ListItem, ListItemText, Switch, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Title, useNotify, useTranslate } from 'react-admin';
import { type StaffModule, staffModules } from '../../../contract/admin/permissions.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { forgetIdentity } from '../../identity.ts';
import { useMay } from '../../kit/access.ts';
import { Guarded } from '../../kit/guarded.tsx';
import type { PlacedResource } from '../../kit/resource.tsx';

/** The office's modules, each of which can be switched off for everybody. */
export const modules: PlacedResource = {
  name: 'modules',
  module: 'roles',
  title: { ko: '모듈', en: 'Modules' },
  facts: { active: { label: { ko: '사용', en: 'In use' } } },
  menu: { group: 'operation', place: 55 },
  pages: { icon: ToggleOnIcon, list: ModulesPage },
};

function ModulesPage() {
  return (
    <Guarded action="list">
      <Modules />
    </Guarded>
  );
}

function Modules() {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mayUpdate = useMay('update', 'modules');
  const { data } = useQuery({
    queryKey: ['modules'],
    queryFn: async () => (await api('GET /api/admin/modules')).data,
  });
  const change = async (module: StaffModule, active: boolean) => {
    try {
      await api('PUT /api/admin/modules/{module}', { params: { module }, body: { active } });
      // The menus follow from what may be read.
      forgetIdentity();
      await queryClient.invalidateQueries();
      notify('ra.notification.updated', { type: 'success', messageArgs: { smart_count: 1 } });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    }
  };
  return (
    <Card sx={{ maxWidth: 640, mt: 1 }}>
      <Title title={translate('resources.modules.name')} />
      <Typography variant="body2" color="text.secondary" sx={{ p: 2, pb: 0 }}>
        {text('modules.hint')}
      </Typography>
      <List dense>
        {data?.map(({ module, active, permanent }) => (
          <ListItem
            key={module}
            divider
            secondaryAction={
              <Switch
                checked={active}
                disabled={permanent || !mayUpdate}
                onChange={(_event, checked) => void change(module, checked)}
                slotProps={{ input: { 'aria-label': staffModules[module][locale] } }}
              />
            }
          >
            <ListItemText
              primary={staffModules[module][locale]}
              secondary={permanent ? text('modules.permanent') : undefined}
            />
          </ListItem>
        ))}
      </List>
    </Card>
  );
}
