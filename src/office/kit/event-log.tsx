import CloseIcon from '@mui/icons-material/Close';
import HistoryIcon from '@mui/icons-material/History';
import { Box, Button, Drawer, IconButton, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import {
  Button as ActionButton,
  useCanAccess,
  useGetList,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { type TextKey, texts } from '../i18n/texts.ts';
import type { RecordOf } from '../names.ts';
import type { Accent } from '../theme.ts';
import { Tag } from './chips.tsx';
import { EventChanges } from './event-changes.tsx';
import { showInstant } from './zone.ts';

const tones: Record<string, Accent> = { create: 'jade', update: 'sky', delete: 'rose' };

/** What was done, as a chip. */
export function ActionTag({ action }: { action: string }) {
  const text = useText();
  const key = `action.${action}`;
  return <Tag label={key in texts ? text(key as TextKey) : action} tone={tones[action] ?? 'grey'} />;
}

/** What happened to one record, the newest first: who, when, before and after. */
export function EventLog({ entity, id }: { entity: string; id: string }) {
  const text = useText();
  const locale = useOfficeLocale();
  const [count, setCount] = useState(20);
  const { data, total, isPending } = useGetList<RecordOf<'events'>>('events', {
    filter: { entity, entity_id: id },
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
    <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 2 }}>
      {data.map((event) => (
        <Box component="li" key={event.id}>
          <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1, mb: 0.5, flexWrap: 'wrap' }}>
            <ActionTag action={event.action} />
            <Typography variant="subtitle2">{event.staff_name}</Typography>
            <Typography variant="body2" color="text.secondary">
              {showInstant(event.created_at, locale)}
            </Typography>
          </Stack>
          {event.action !== 'read' && <EventChanges event={event} />}
        </Box>
      ))}
      {(total ?? 0) > data.length && (
        <Box component="li">
          <Button onClick={() => setCount(count + 40)}>{text('log.more')}</Button>
        </Box>
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
  const { canAccess } = useCanAccess({ resource: 'events', action: 'list' });
  const [open, setOpen] = useState(false);
  if (!canAccess || !record || !resource) return null;
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
