import DeleteSweepIcon from '@mui/icons-material/DeleteSweepOutlined';
import {
  Button,
  Dialog,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
  Typography,
} from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button as ActionButton, useResourceContext } from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../access.ts';
import { showNumber } from '../format.ts';
import { RestoreButton } from '../history.tsx';
import { useReturns } from '../undo.tsx';

const perPage = 25;

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
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [resource, 'deleted'],
    queryFn: ({ pageParam }) =>
      api('GET /api/admin/deleted', { query: { resource, page: pageParam, per_page: perPage } }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
  // A record deleted between two requests moves the last one of a page to the next page.
  const records = data && [
    ...new Map(data.pages.flatMap((page) => page.data).map((own) => [own.id, own])).values(),
  ];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="deleted-title">
      <DialogTitle id="deleted-title">{text('deleted.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="text.secondary">
          {text('history.unpublished')}
        </Typography>
        {records?.length === 0 && <Typography sx={{ py: 2 }}>{text('deleted.none')}</Typography>}
        <List dense>
          {records?.map((record) => (
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
                secondary={
                  <>
                    {text('deleted.by', {
                      instant: showInstant(record.deleted_at, locale),
                      name: record.staff_name,
                    })}
                    {record.with.length > 0 && (
                      <>
                        <br />
                        {text('deleted.with', { records: record.with.map(counted).join(', ') })}
                      </>
                    )}
                  </>
                }
              />
            </ListItem>
          ))}
        </List>
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('log.more')}
          </Button>
        )}
      </DialogContent>
    </Dialog>
  );

  function counted({ resource: name, count }: { resource: string; count: number }): string {
    return text('deleted.count', {
      resource: entities[name]?.[locale] ?? name,
      count: showNumber(count, locale),
    });
  }
}
