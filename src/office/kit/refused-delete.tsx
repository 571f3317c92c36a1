/** Says why a record cannot be deleted, what uses it, and offers to turn it off instead. */
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link as TextLink,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type RaRecord, useNotify, useResourceContext, useTranslate, useUpdate } from 'react-admin';
import { Link } from 'react-router';
import { api } from '../api.ts';
import { entities, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from './access.ts';
import { showNumber } from './format.ts';
import { listAddress } from './list-address.ts';
import { recordName } from './reference-name.tsx';

/** Switches that take a record out of use. */
const switches = ['active', 'published'] as const;

export function RefusedDelete({
  record,
  reason,
  onClose,
}: {
  record: RaRecord;
  reason: string;
  onClose: () => void;
}) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const mayUpdate = useMay('update', resource);
  const mayPublish = useMay('publish', resource);
  const { data: uses = [] } = useQuery({
    queryKey: ['uses', resource, record.id],
    queryFn: async () =>
      (
        await api('GET /api/admin/uses/{resource}/{id}', {
          params: { resource, id: String(record.id) },
        })
      ).data,
    retry: false,
    staleTime: 0,
  });
  const off = switches.find((field) => record[field] === true);
  const [update, { isPending }] = useUpdate(
    resource,
    { id: record.id, data: off ? { [off]: false } : {}, previousData: record },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => notify(text('uses.turned_off'), { type: 'success' }),
      onError: (error) => notify((error as Error).message || 'ra.notification.http_error', { type: 'error' }),
      onSettled: onClose,
    },
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="refused-delete">
      <DialogTitle id="refused-delete">
        {text('uses.title', { name: recordName(record, locale) })}
      </DialogTitle>
      <DialogContent>
        <Alert severity="warning">
          {uses.length === 0 && reason}
          {uses.length > 0 && text('uses.by')}
          {uses.length > 0 && (
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2 }}>
              {uses.map(({ what, count, more, list }) => {
                const counted = text('uses.line', {
                  what:
                    what === 'subscribers' ? text('uses.subscribers') : (entities[what]?.[locale] ?? what),
                  count: `${showNumber(count, locale)}${more ? '+' : ''}`,
                });
                return (
                  <li key={what}>
                    {list ? (
                      <TextLink component={Link} to={listAddress(list.resource, list.filter)}>
                        {counted}
                      </TextLink>
                    ) : (
                      counted
                    )}
                  </li>
                );
              })}
            </Box>
          )}
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {off && mayUpdate && mayPublish && (
          <Button variant="contained" loading={isPending} onClick={() => void update()}>
            {text(off === 'active' ? 'uses.turn_off' : 'bulk.hide')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
