import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useRecordContext, useResourceContext } from 'react-admin';
import { koreaZone, showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../access.ts';

/** What is planned for the record of this page: when, and which of its fields. */
export function PlannedBanner() {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const mayRead = useMay('read', 'releases');
  const id = String(record?.id ?? '');
  const { data } = useQuery({
    queryKey: ['planned', resource, id],
    queryFn: async () =>
      (await api('GET /api/admin/planned-changes', { query: { entity: resource, id } })).data,
    enabled: mayRead && id !== '',
    retry: false,
  });
  if (!data || data.length === 0) return null;
  const needsLook = data.some(({ release }) => release.status === 'waiting');
  return (
    <Alert
      severity={needsLook ? 'warning' : 'info'}
      sx={{ width: '100%', mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Typography variant="subtitle2">{text('plan.banner')}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {data.map((planned) => (
          <Stack
            component="li"
            key={planned.id}
            direction="row"
            sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}
          >
            <Typography variant="body2" sx={{ flex: '1 1 240px', minWidth: 0 }}>
              {text('plan.banner_line', {
                time: showInstant(planned.release.applies_at, locale),
                korea: showInstant(planned.release.applies_at, locale, koreaZone),
              })}
              {' — '}
              {planned.action === 'delete'
                ? text('plan.deletes')
                : Object.keys(planned.changes ?? {})
                    .map(fieldName)
                    .join(', ')}
              {planned.release.status === 'waiting' && ` (${text('release.waiting')})`}
            </Typography>
            <Button
              size="small"
              color="inherit"
              component={LinkBase}
              to={`/releases/${planned.release.id}/show`}
              aria-label={`${text('plan.open')}: ${planned.release.name}`}
            >
              {text('plan.open')}
            </Button>
          </Stack>
        ))}
      </Box>
    </Alert>
  );
}
