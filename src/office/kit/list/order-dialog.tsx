/** The order of a resource's records, changed by dragging or by the keyboard; every move is saved at once. */
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import UndoIcon from '@mui/icons-material/Undo';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import {
  type RaRecord,
  useInfiniteGetList,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { OfficeResource } from '../../names.ts';
import { DragList } from '../drag-list.tsx';
import { noteChange } from '../last-change.ts';
import { ReferenceName, recordName } from '../reference-name.tsx';
import { useUndo } from '../undo.tsx';
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
  const translate = useTranslate();
  const { filterValues } = useListContext();
  const [lastMove, setLastMove] = useState<string | null>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [isLifted, setLifted] = useState(false);
  const { data, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteGetList<RaRecord>(resource, {
      filter: filterValues,
      sort: { field: 'position', order: 'ASC' },
      pagination: { page: 1, perPage },
    });
  const groups = groupRecords(data?.pages.flatMap((page) => page.data) ?? [], within);
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
          groups.map(([key, records]) => (
            <Fragment key={key}>
              {within && (
                <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
                  {key ? <ReferenceName resource={within.resource} id={key} /> : text('order.top')}
                </Typography>
              )}
              <OrderedGroup
                resource={resource}
                records={records}
                loadedAt={dataUpdatedAt}
                container={container}
                onLift={setLifted}
                onMoved={setLastMove}
              />
            </Fragment>
          ))}
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('log.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        {lastMove && <UndoMove eventId={lastMove} onUndone={() => setLastMove(null)} />}
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Records in their groups: the top level first, then the groups in the order of the records that they are named after. Those of other
 * resources have the order of their ids, so that a move leaves each group where it stands.
 */
function groupRecords(records: RaRecord[], within: OrderedWithin | undefined): [string, RaRecord[]][] {
  const groups = new Map<string, RaRecord[]>();
  for (const record of records) {
    const key = within ? String(record[within.field] ?? '') : '';
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  const places = new Map((groups.get('') ?? []).map(({ id }, at) => [String(id), at]));
  const placeOf = (key: string) => (key === '' ? -1 : (places.get(key) ?? places.size));
  return [...groups].sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
}

/** Takes back the last move: what the message about it offers cannot be reached by the keyboard while the dialog is open. */
function UndoMove({ eventId, onUndone }: { eventId: string; onUndone: () => void }) {
  const text = useText();
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      startIcon={<UndoIcon />}
      loading={busy}
      onClick={async () => {
        setBusy(true);
        const isUndone = await undo(eventId);
        setBusy(false);
        if (isUndone) onUndone();
      }}
    >
      {text('undo.button')}
    </Button>
  );
}

function OrderedGroup({
  resource,
  records,
  loadedAt,
  container,
  onLift,
  onMoved,
}: {
  resource: string;
  records: RaRecord[];
  /** When the records were loaded. */
  loadedAt: number;
  container: HTMLElement;
  onLift: (isLifted: boolean) => void;
  /** Hears the entry of the event log of a move; null where it cannot be undone. */
  onMoved: (eventId: string | null) => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  // Moves are saved one after the other. The last one is shown until records have been loaded that contain it: each of several quick
  // moves starts from the order that the one before has made.
  const [shown, setShown] = useState<{ ids: string[]; savedAt: number }>();
  const saving = useRef(Promise.resolve());
  const byId = new Map(records.map((record) => [String(record.id), record]));
  const listed = shown && loadedAt < shown.savedAt ? shown.ids.flatMap((id) => byId.get(id) ?? []) : [];
  const ordered = listed.length === records.length ? listed : records;
  const save = async (next: string[], moved: string) => {
    const at = next.indexOf(moved);
    let savedAt = 0;
    try {
      const { data } = await api('POST /api/admin/order', {
        body: { resource, id: moved, after: next[at - 1] ?? null },
      });
      savedAt = Date.now();
      noteChange(data);
      onMoved(data.can_undo ? data.event_id : null);
      notify(text('order.updated'), { type: 'success' });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    }
    setShown((last) => (last?.ids === next ? { ids: next, savedAt } : last));
    await queryClient.invalidateQueries({ queryKey: [resource] });
  };
  const move = (next: string[], moved: string) => {
    setShown({ ids: next, savedAt: Number.POSITIVE_INFINITY });
    saving.current = saving.current.then(() => save(next, moved));
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
      onMove={move}
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
      <Typography variant="body2" color="text.secondary" sx={{ width: 32, flex: 'none' }}>
        {place}
      </Typography>
      <Typography variant="body2" noWrap>
        {name}
      </Typography>
    </Box>
  );
}
