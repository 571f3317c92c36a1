import CloseIcon from '@mui/icons-material/Close';
import HistoryIcon from '@mui/icons-material/History';
import { Box, Button, Drawer, IconButton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Button as ActionButton,
  useGetList,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { eventActions } from '../../contract/admin/event-actions.ts';
import { showInstant } from '../../contract/zone.ts';
import { api } from '../api.ts';
import { type Text, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { RecordOf } from '../names.ts';
import type { Accent } from '../theme.ts';
import { useMay } from './access.ts';
import { Tag } from './chips.tsx';
import { EventChanges } from './event-changes.tsx';
import { CompareDialog, CompareWith } from './history.tsx';
import { UndoButton } from './undo.tsx';

const tones: Record<string, Accent> = { create: 'jade', update: 'sky', delete: 'rose' };

/** What was done, as a chip. */
export function ActionTag({ action }: { action: string }) {
  const names = actionNames(useText());
  return <Tag label={names[action] ?? action} tone={tones[action] ?? 'grey'} />;
}

/** Every action, with what it is called. */
export const actionChoices = eventActions.map((id) => ({ id, text: `action.${id}` as const }));

/** What each action is called. */
export const actionNames = (text: Text): Record<string, string> =>
  Object.fromEntries(actionChoices.map(({ id, text: key }) => [id, text(key)]));

/** What happened to one record, the newest first: who, when, before and after. */
export function EventLog({ entity, id }: { entity: string; id: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const [count, setCount] = useState(20);
  const { data, total, isPending } = useGetList<RecordOf<'events'>>('events', {
    // An entry about another record may have changed this one as well: it moved its category, say.
    filter: { entity_id: id },
    sort: { field: 'created_at', order: 'DESC' },
    pagination: { page: 1, perPage: count },
  });
  if (isPending) return null;
  if (!data || data.length === 0) {
    return (
      <Typography color="text.secondary" sx={{ p: 2 }}>
        {text('log.empty')}
      </Typography>
    );
  }
  return (
    <>
      <Stack direction="row" sx={{ columnGap: 1, mb: 2 }}>
        <CompareWith resource={entity} id={id} />
      </Stack>
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 2 }}>
        {data.map((event) => (
          <Box component="li" key={event.id}>
            <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1, mb: 0.5, flexWrap: 'wrap' }}>
              <ActionTag action={event.action} />
              {event.undoes && <Tag label={text('undo.undoes')} />}
              {event.records > 1 && <Tag label={text('log.several', { count: event.records })} />}
              <Typography variant="subtitle2">{event.staff_name}</Typography>
              <Typography variant="body2" color="text.secondary">
                {showInstant(event.created_at, locale)}
              </Typography>
              <Box sx={{ flex: 1 }} />
              <EventActions event={event} entity={entity} id={id} />
            </Stack>
            {event.action !== 'read' && event.records === 1 && <EventChanges event={event} />}
            {event.records > 1 && <EventRecords event={event} of={id} />}
          </Box>
        ))}
        {(total ?? 0) > data.length && (
          <Box component="li">
            <Button onClick={() => setCount(count + 40)}>{text('log.more')}</Button>
          </Box>
        )}
      </Stack>
    </>
  );
}

/** What can be done about an entry: undo it, or compare the record with what it was before. */
export function EventActions({
  event,
  entity,
  id,
}: {
  event: RecordOf<'events'>;
  entity: string;
  id: string | null;
}) {
  const text = useText();
  const [isComparing, setComparing] = useState(false);
  if (event.undone_by) return <Tag label={text('undo.undone')} />;
  return (
    <>
      {id && event.can_undo && event.action === 'update' && (
        <Button size="small" onClick={() => setComparing(true)}>
          {text('log.as_of')}
        </Button>
      )}
      {event.can_undo && <UndoButton eventId={event.id} />}
      {isComparing && id && (
        <CompareDialog
          resource={entity}
          id={id}
          // A moment before.
          at={new Date(Date.parse(event.created_at) - 1).toISOString()}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  );
}

/** The records of a change of several, read when they are asked for; `of`: what it changed of that record, at once. */
export function EventRecords({ event, of }: { event: RecordOf<'events'>; of?: string }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const own = of !== undefined && !isOpen ? { entity_id: of } : {};
  const { data } = useQuery({
    queryKey: ['events', 'records', event.id, own],
    queryFn: () =>
      api('GET /api/admin/events/{id}/records', {
        params: { id: event.id },
        query: { ...own, per_page: 100 },
      }),
    enabled: isOpen || of !== undefined,
  });
  return (
    <Stack sx={{ rowGap: 1 }}>
      {data?.data.map((record) => (
        <Box key={`${record.entity_id} ${record.action}`}>
          {isOpen && (
            <Typography variant="subtitle2">
              <ActionTag action={record.action} /> {record.label}
            </Typography>
          )}
          <EventChanges event={record} />
        </Box>
      ))}
      {!isOpen && (
        <Button size="small" sx={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
          {text('log.show_records')}
        </Button>
      )}
    </Stack>
  );
}

/** Opens the record's log beside it; there for those who may read events. */
export function EventLogButton() {
  const text = useText();
  const translate = useTranslate();
  const record = useRecordContext();
  const resource = useResourceContext();
  const mayRead = useMay('read', 'events');
  const [open, setOpen] = useState(false);
  if (!mayRead || !record || !resource) return null;
  return (
    <>
      <ActionButton label={text('log.button')} onClick={() => setOpen(true)}>
        <HistoryIcon />
      </ActionButton>
      <Drawer
        anchor="right"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { sx: { width: 'min(560px, 100vw)', p: 2 }, 'aria-label': text('log.button') } }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
          <Typography variant="h6">{text('log.button')}</Typography>
          <IconButton aria-label={translate('ra.action.close')} onClick={() => setOpen(false)} edge="end">
            <CloseIcon />
          </IconButton>
        </Stack>
        <EventLog entity={resource} id={String(record.id)} />
      </Drawer>
    </>
  );
}
