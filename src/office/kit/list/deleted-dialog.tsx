import DeleteSweepIcon from '@mui/icons-material/DeleteSweepOutlined';
import { Dialog, DialogContent, DialogTitle, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button as ActionButton, useResourceContext } from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../access.ts';
import { RestoreButton } from '../history.tsx';
import { useReturns } from '../undo.tsx';

/** The records of the list that were deleted within 30 days, each of which can be made again; not of what cannot come back. */
export function DeletedButton() {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const [open, setOpen] = useState(false);
  const returns = useReturns(resource);
  const mayCreate = useMay('create', resource);
  if (!mayCreate || !returns) return null;
  return (
    <>
      <ActionButton label={text('deleted.button')} onClick={() => setOpen(true)}>
        <DeleteSweepIcon />
      </ActionButton>
      {open && <DeletedDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeletedDialog({ resource, onClose }: { resource: string; onClose: () => void }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { data } = useQuery({
    queryKey: [resource, 'deleted'],
    queryFn: async () => (await api('GET /api/admin/deleted', { query: { resource, per_page: 100 } })).data,
  });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="deleted-title">
      <DialogTitle id="deleted-title">{text('deleted.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="text.secondary">
          {text('history.unpublished')}
        </Typography>
        {data?.length === 0 && <Typography sx={{ py: 2 }}>{text('deleted.none')}</Typography>}
        <List dense>
          {(data ?? []).map((record) => (
            <ListItem
              key={record.id}
              divider
              disableGutters
              secondaryAction={
                // As it was a moment before it was deleted.
                <RestoreButton
                  resource={resource}
                  id={record.id}
                  at={new Date(Date.parse(record.deleted_at) - 1).toISOString()}
                  label={text('deleted.restore')}
                />
              }
            >
              <ListItemText
                primary={record.label}
                secondary={text('deleted.by', {
                  instant: showInstant(record.deleted_at, locale),
                  name: record.staff_name,
                })}
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
    </Dialog>
  );
}
