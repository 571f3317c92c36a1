/** The dated schedule of a channel on a time line: entries are dragged to other times, and content onto it. */

import FullCalendar, {
  type DatesSetInfo,
  type DropInfo,
  type EventDropInfo,
  type EventResizeDoneInfo,
} from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import koLocale from '@fullcalendar/react/locales/ko';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@fullcalendar/react/themes/classic/palette.css';
import { Alert, Box, FormControlLabel, Stack, Switch, useMediaQuery } from '@mui/material';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { maxRepeats, type TimelineEntry } from '../../../contract/admin/channels.ts';
import { serviceZone } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useMay } from '../../kit/access.ts';
import { useTellProblem } from '../../kit/problem.ts';
import { ContentSearch, type DraggedContent, draggedContent } from './content-search.tsx';
import { useChanged } from './use-changed.ts';

interface TimelineProps {
  channelId: string;
  entries: 'schedule-entries' | 'radio-entries';
}

/** Entries without a length are drawn this long. */
const unknownMs = 30 * 60_000;
const stepMs = 5 * 60_000;

const endOf = ({ starts_at, ends_at }: TimelineEntry) =>
  ends_at ? Date.parse(ends_at) : Date.parse(starts_at) + unknownMs;

// The calendar compares its options by identity, and begins anew with others.
const plugins = [timeGridPlugin, interactionPlugin, classicTheme];
const locales = [koLocale];
const toolbar = { start: 'prev,next today', center: 'title', end: 'timeGridWeek,timeGridDay' };

export function Timeline({ channelId, entries }: TimelineProps) {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const navigate = useNavigate();
  const tellProblem = useTellProblem();
  const changed = useChanged();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const mayUpdate = useMay('update', entries);
  const mayCreate = useMay('create', entries);
  const isWide = useMediaQuery('(min-width: 900px)');
  const [range, setRange] = useState<{ from: string; until: string }>();
  const [ripples, setRipples] = useState(false);
  const queryKey = ['timeline', channelId, range];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () =>
      range
        ? (await api('GET /api/admin/channels/{id}/timeline', { params: { id: channelId }, query: range }))
            .data
        : [],
    placeholderData: keepPreviousData,
  });
  const shown = useMemo(() => data ?? [], [data]);
  const events = useMemo(
    () =>
      shown.map((entry) => ({
        id: entry.id,
        title: inLocale(locale, entry.name_ko, entry.name_en),
        start: entry.starts_at,
        end: new Date(endOf(entry)).toISOString(),
        startEditable: mayUpdate && Date.parse(entry.starts_at) > Date.now(),
        durationEditable: mayUpdate && entry.play_ms !== null,
      })),
    [shown, locale, mayUpdate],
  );

  /** Makes a change. Puts the entry back where it was if the change is refused. */
  const change = async (make: () => Promise<unknown>, message: TextKey, revert?: () => void) => {
    try {
      await make();
      await queryClient.invalidateQueries();
      notify(text(message), { type: 'success' });
    } catch (problem) {
      revert?.();
      tellProblem(problem);
    }
  };
  const update = (id: string, values: Record<string, unknown>) =>
    dataProvider.update(entries, { id, data: values, previousData: { id } });

  async function move({ event, revert }: EventDropInfo) {
    const starts_at = event.start?.toISOString() ?? '';
    if (!ripples) return change(() => update(event.id, { starts_at }), 'timeline.moved', revert);
    try {
      const params = { id: event.id };
      const outcome = await api('POST /api/admin/schedule-entries/{id}/moves', {
        params,
        body: { starts_at },
      });
      await changed(outcome, 'schedule.moved');
    } catch (problem) {
      revert();
      tellProblem(problem);
    }
  }

  /** The length of an entry follows from its repeats. */
  async function resize({ event, revert }: EventResizeDoneInfo) {
    const entry = shown.find(({ id }) => id === event.id);
    if (!entry?.play_ms || !event.start || !event.end) return revert();
    const times = Math.round((event.end.getTime() - event.start.getTime()) / entry.play_ms);
    const repeats = Math.min(maxRepeats, Math.max(1, times));
    if (repeats === entry.repeats) return revert();
    await change(() => update(event.id, { repeats }), 'timeline.repeated', revert);
  }

  const add = (content: DraggedContent, startsAt: Date) =>
    change(
      () =>
        dataProvider.create(entries, {
          data: { channel_id: channelId, ...content.values, starts_at: startsAt.toISOString() },
        }),
      'timeline.added',
    );

  const drop = ({ date, draggedEl }: DropInfo) => {
    const content = draggedContent(draggedEl);
    if (content) void add(content, date);
  };

  /** After the last entry in view, or soon. */
  const addAtEnd = (content: DraggedContent) => {
    const soon = Math.ceil((Date.now() + stepMs) / stepMs) * stepMs;
    return add(content, new Date(Math.max(soon, ...shown.map(endOf))));
  };

  const setDates = useCallback(({ start, end }: DatesSetInfo) => {
    const next = { from: start.toISOString(), until: end.toISOString() };
    setRange((last) => (last?.from === next.from && last.until === next.until ? last : next));
  }, []);

  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ mt: 2, gap: 2 }}>
      {mayCreate && <ContentSearch onAdd={addAtEnd} />}
      <Box sx={{ flex: 1, minWidth: 0 }} role="region" aria-label={text('timeline.title')}>
        {error && <Alert severity="error">{error.message}</Alert>}
        {mayUpdate && (
          <FormControlLabel
            control={<Switch size="small" checked={ripples} onChange={(_, on) => setRipples(on)} />}
            label={text('timeline.ripple')}
          />
        )}
        <FullCalendar
          key={`${locale} ${isWide}`}
          plugins={plugins}
          locales={locales}
          locale={locale}
          timeZone={serviceZone}
          initialView={isWide ? 'timeGridWeek' : 'timeGridDay'}
          headerToolbar={toolbar}
          height={640}
          allDaySlot={false}
          nowIndicator
          slotDuration="00:30:00"
          snapDuration="00:05:00"
          scrollTime="06:00:00"
          slotEventOverlap={false}
          eventMinHeight={18}
          events={events}
          editable={mayUpdate}
          droppable={mayCreate}
          eventInteractive
          datesSet={setDates}
          eventClick={({ event }) => navigate(`/${entries}/${event.id}`)}
          eventDrop={(info) => void move(info)}
          eventResize={(info) => void resize(info)}
          drop={drop}
        />
      </Box>
    </Stack>
  );
}
