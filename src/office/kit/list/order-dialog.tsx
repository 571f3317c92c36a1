/** The order of a resource's records, changed by dragging or by the keyboard; every move is saved at once. */
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import { Box, Button, Dialog, DialogContent, DialogTitle, IconButton, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import {
  type RaRecord,
  useInfiniteGetList,
  useListContext,
  useNotify,
  useResourceContext,
} from 'react-admin';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { OfficeResource } from '../../names.ts';
import { DragList } from '../drag-list.tsx';
import { noteChange } from '../last-change.ts';
import { ReferenceName, recordName } from '../reference-name.tsx';
import { useDragRow } from '../use-drag-order.ts';

/** So many are fetched at a time. */
const perPage = 200;

/** The field whose equal values records are ordered within, and the resource that it names. */
export interface OrderedWithin {
  field: string;
  resource: OfficeResource;
}

export function OrderDialog({
  within,
  onClose,
}: {
  within?: OrderedWithin | undefined;
  onClose: () => void;
}) {
  const resource = useResourceContext() ?? '';
  const text = useText();
  const { filterValues } = useListContext();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [isLifted, setLifted] = useState(false);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteGetList<RaRecord>(resource, {
    filter: filterValues,
    sort: { field: 'position', order: 'ASC' },
    pagination: { page: 1, perPage },
  });
  const groups = new Map<string, RaRecord[]>();
  for (const record of data?.pages.flatMap((page) => page.data) ?? []) {
    const key = within ? String(record[within.field] ?? '') : '';
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      disableEscapeKeyDown={isLifted}
      fullWidth
      maxWidth="sm"
      aria-labelledby="order-title"
    >
      <DialogTitle id="order-title">{text('order.title')}</DialogTitle>
      <DialogContent ref={setContainer}>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {text('order.hint')}
        </Typography>
        {container &&
          [...groups].map(([key, records]) => (
            <Fragment
              // Somebody else's move gives the group another order.
              key={`${key} ${records.map(({ id }) => id).join()}`}
            >
              {within && (
                <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
                  {key ? <ReferenceName resource={within.resource} id={key} /> : text('order.top')}
                </Typography>
              )}
              <OrderedGroup resource={resource} records={records} container={container} onLift={setLifted} />
            </Fragment>
          ))}
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('log.more')}
          </Button>
        )}
      </DialogContent>
    </Dialog>
  );
}

function OrderedGroup({
  resource,
  records,
  container,
  onLift,
}: {
  resource: string;
  records: RaRecord[];
  container: HTMLElement;
  onLift: (isLifted: boolean) => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [ordered, setOrdered] = useState(records);
  const move = async (next: string[], moved: string) => {
    setOrdered(next.flatMap((id) => ordered.find((record) => String(record.id) === id) ?? []));
    const at = next.indexOf(moved);
    try {
      const { data } = await api('POST /api/admin/order', {
        body: { resource, id: moved, after: next[at - 1] ?? null },
      });
      noteChange(data);
      notify(text('order.updated'), { type: 'success' });
    } catch (error) {
      setOrdered(ordered);
      const message = error instanceof ApiError ? error.message : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    }
    await queryClient.invalidateQueries({ queryKey: [resource] });
  };
  const ids = ordered.map(({ id }) => String(id));
  const nameOf = (id: string) => {
    const record = ordered.find((own) => String(own.id) === id);
    return record ? recordName(record, locale) : '';
  };
  return (
    <DragList
      ids={ids}
      nameOf={nameOf}
      hint={text('order.hint')}
      container={container}
      onMove={(next, moved) => void move(next, moved)}
      onLift={onLift}
      sx={{ mb: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      {ordered.map((record, at) => (
        <OrderedRow key={record.id} id={String(record.id)} name={recordName(record, locale)} place={at + 1} />
      ))}
    </DragList>
  );
}

function OrderedRow({ id, name, place }: { id: string; name: string; place: number }) {
  const text = useText();
  const { row, handle } = useDragRow(id);
  return (
    <Box component="li" {...row} sx={{ ...row.sx, px: 1 }}>
      <IconButton {...handle} aria-label={text('order.handle', { name })}>
        <DragIndicatorIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" color="text.secondary" sx={{ width: 32 }}>
        {place}
      </Typography>
      <Typography variant="body2" noWrap>
        {name}
      </Typography>
    </Box>
  );
}
