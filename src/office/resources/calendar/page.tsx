/** The calendar: a month at a time, or one day with all that it has. The address says which, so that Back goes where it was. */
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import {
  Box,
  Button,
  Card,
  IconButton,
  Stack,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LinkBase, Title, useResourceDefinitions, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { CalendarKind } from '../../../contract/admin/releases.ts';
import type { Locale } from '../../../contract/errors.ts';
import { instantAt, serviceZone, showInstant, wallClock } from '../../../contract/zone.ts';
import type { Answer } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMayPreview } from '../../kit/access.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { previewAddress } from '../../kit/preview-button.tsx';
import { type Accent, accent } from '../../theme.ts';
import { daysOfWeeks, isMonth, monthOf, nextMonth } from './days.ts';

type Day = Answer<'GET /api/admin/calendar'>['data'][number];
type Entry = Day['entries'][number];

const kinds: Record<CalendarKind, Accent> = { start: 'jade', end: 'rose', release: 'sky', rights: 'gold' };
const kindNames = Object.keys(kinds) as CalendarKind[];

export function CalendarPage() {
  return (
    <Guarded action="list">
      <Calendar />
    </Guarded>
  );
}

function Calendar() {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const [query, setQuery] = useSearchParams();
  const isWide = useMediaQuery('(min-width: 900px)');
  const today = wallClock(new Date(), serviceZone).slice(0, 10);
  const asked = query.get('month') ?? '';
  const month = isMonth(asked) ? asked : monthOf(today);
  const day = /^\d{4}-\d\d-\d\d$/.test(query.get('day') ?? '') ? query.get('day') : null;
  const shown = kindNames.filter((kind) => !query.getAll('without').includes(kind));
  const weeks = daysOfWeeks(month);
  const [from, to] = day ? [day, day] : [weeks[0] ?? '', weeks.at(-1) ?? ''];
  const { data, error } = useQuery({
    queryKey: ['calendar', from, to, shown.join(), locale],
    queryFn: async () =>
      (await api('GET /api/admin/calendar', { query: { from, to, kinds: shown.join(',') } })).data,
    enabled: shown.length > 0,
    placeholderData: keepPreviousData,
  });
  const days = shown.length > 0 ? (data ?? []) : [];
  const go = (change: Record<string, string | null>) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const choose = (chosen: CalendarKind[]) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      next.delete('without');
      for (const kind of kindNames) if (!chosen.includes(kind)) next.append('without', kind);
      return next;
    });
  return (
    <Box sx={{ mt: 1, minWidth: 0 }}>
      <Title title={translate('resources.calendar.name')} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1.5 }}>
        {day ? (
          <>
            <Button startIcon={<ChevronLeftIcon />} onClick={() => go({ day: null })}>
              {text('calendar.back')}
            </Button>
            <PreviewDay day={day} />
          </>
        ) : (
          <>
            <IconButton
              aria-label={text('calendar.previous')}
              onClick={() => go({ month: nextMonth(month, -1) })}
            >
              <ChevronLeftIcon />
            </IconButton>
            <Typography
              variant="h6"
              component="h2"
              aria-live="polite"
              sx={{ minWidth: 132, textAlign: 'center' }}
            >
              {monthName(month, locale)}
            </Typography>
            <IconButton aria-label={text('calendar.next')} onClick={() => go({ month: nextMonth(month, 1) })}>
              <ChevronRightIcon />
            </IconButton>
            <Button size="small" variant="outlined" onClick={() => go({ month: null })}>
              {text('calendar.today')}
            </Button>
          </>
        )}
        <Box sx={{ flex: 1 }} />
        <ToggleButtonGroup
          size="small"
          value={shown}
          onChange={(_event, chosen: CalendarKind[]) => choose(chosen)}
          aria-label={text('calendar.kinds')}
          sx={{ flexWrap: 'wrap' }}
        >
          {kindNames.map((kind) => (
            <ToggleButton key={kind} value={kind} sx={{ textTransform: 'none', gap: 0.75, py: 0.5 }}>
              <Dot kind={kind} />
              {text(`calendar.${kind}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text('window.zone')}
      </Typography>
      {error && <Typography color="error">{error.message}</Typography>}
      {day ? (
        <DayList days={[days[0] ?? { day, total: 0, entries: [] }]} onDay={() => undefined} />
      ) : isWide ? (
        <Month
          days={days}
          month={month}
          weeks={weeks}
          today={today}
          onDay={(chosen) => go({ day: chosen })}
        />
      ) : days.some((own) => monthOf(own.day) === month) ? (
        <DayList
          days={days.filter((own) => monthOf(own.day) === month)}
          onDay={(chosen) => go({ day: chosen })}
        />
      ) : (
        <Typography color="text.secondary">{text('calendar.none')}</Typography>
      )}
    </Box>
  );
}

/** Opens the preview as it is at the end of a day, when all of it has happened. */
function PreviewDay({ day, isOne = true }: { day: string; isOne?: boolean }) {
  const text = useText();
  const locale = useOfficeLocale();
  const mayPreview = useMayPreview();
  const at = instantAt(`${day}T23:59`, serviceZone);
  if (!mayPreview || !at) return null;
  const link = { component: LinkBase, to: previewAddress('/', at.toISOString()) };
  if (isOne)
    return (
      <Button startIcon={<PreviewIcon />} {...link}>
        {text('preview.button')}
      </Button>
    );
  // One of many days.
  const name = `${text('preview.button')}: ${dayName(day, locale)}`;
  return (
    <IconButton size="small" title={name} aria-label={name} {...link}>
      <PreviewIcon fontSize="small" />
    </IconButton>
  );
}

function Month({
  days,
  month,
  weeks,
  today,
  onDay,
}: {
  days: Day[];
  month: string;
  weeks: string[];
  today: string;
  onDay: (day: string) => void;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const byDay = new Map(days.map((own) => [own.day, own]));
  return (
    <Card variant="outlined" sx={{ overflow: 'hidden' }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' }}>
        {weeks.slice(0, 7).map((day) => (
          <Typography key={day} variant="caption" color="text.secondary" sx={{ p: 1, textAlign: 'center' }}>
            {weekday(day, locale)}
          </Typography>
        ))}
      </Box>
      <Box
        component="ol"
        aria-label={monthName(month, locale)}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
        }}
      >
        {weeks.map((day) => {
          const own = byDay.get(day);
          const isOther = monthOf(day) !== month;
          return (
            <Box
              component="li"
              key={day}
              aria-label={dayName(day, locale)}
              {...(day === today ? { 'aria-current': 'date' as const } : {})}
              sx={{
                minHeight: 112,
                p: 0.5,
                borderTop: 1,
                borderLeft: 1,
                borderColor: 'divider',
                backgroundColor: isOther ? accent.grey.soft : undefined,
                '&:nth-of-type(7n + 1)': { borderLeft: 0 },
              }}
            >
              <Typography
                variant="caption"
                component="button"
                type="button"
                aria-label={dayName(day, locale)}
                onClick={() => onDay(day)}
                sx={{
                  display: 'block',
                  minWidth: 24,
                  minHeight: 24,
                  textAlign: 'left',
                  border: 0,
                  background: 'none',
                  cursor: 'pointer',
                  px: 0.5,
                  fontWeight: day === today ? 700 : 400,
                  color: day === today ? accent.vermilion.ink : isOther ? 'text.secondary' : 'text.primary',
                }}
              >
                {Number(day.slice(8))}
              </Typography>
              {own?.entries.map((entry) => (
                <EntryLink key={`${entry.kind} ${entry.resource} ${entry.id}`} entry={entry} />
              ))}
              {own && own.total > own.entries.length && (
                <Button size="small" sx={{ py: 0, minHeight: 24, fontSize: 12 }} onClick={() => onDay(day)}>
                  {text('calendar.more', { count: own.total - own.entries.length })}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
    </Card>
  );
}

/** Days with what begins and ends on them, one under another. */
export function DayList({ days, onDay }: { days: Day[]; onDay: (day: string) => void }) {
  const text = useText();
  const locale = useOfficeLocale();
  return (
    <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
      {days.map(({ day, total, entries }) => (
        <Card key={day} component="li" variant="outlined" sx={{ p: 1.5, minWidth: 0 }}>
          <Stack direction="row" sx={{ alignItems: 'center', mb: 0.5, gap: 1 }}>
            <Typography variant="subtitle2" component="h3" sx={{ flex: 1 }}>
              {dayName(day, locale)}
            </Typography>
            {days.length > 1 && <PreviewDay day={day} isOne={false} />}
          </Stack>
          {total === 0 && <Typography color="text.secondary">{text('calendar.none_day')}</Typography>}
          {entries.map((entry) => (
            <EntryLink key={`${entry.kind} ${entry.resource} ${entry.id}`} entry={entry} isFull />
          ))}
          {total > entries.length && (
            <Button size="small" onClick={() => onDay(day)}>
              {text('calendar.more', { count: total - entries.length })}
            </Button>
          )}
        </Card>
      ))}
    </Stack>
  );
}

function EntryLink({ entry, isFull = false }: { entry: Entry; isFull?: boolean }) {
  const text = useText();
  const locale = useOfficeLocale();
  const pages = useResourceDefinitions();
  const page = pages[entry.resource];
  const to = page?.hasEdit
    ? `/${entry.resource}/${entry.id}`
    : page?.hasShow
      ? `/${entry.resource}/${entry.id}/show`
      : entry.programme_id
        ? `/programmes/${entry.programme_id}?tab=episodes`
        : `/${entry.resource}`;
  const isHidden = entry.active === false && (entry.kind === 'start' || entry.kind === 'end');
  const time = entry.at ? showInstant(entry.at, locale).slice(-5) : '';
  const about = [
    text(`calendar.${entry.kind}`),
    entities[entry.resource]?.[locale] ?? entry.resource,
    ...(isHidden ? [text('calendar.hidden')] : []),
  ].join(' · ');
  return (
    <Box
      component={LinkBase}
      to={to}
      title={`${time} ${entry.label} (${about})`.trim()}
      aria-label={`${time} ${entry.label}, ${about}`.trim()}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        minHeight: isFull ? 36 : 24,
        px: 0.5,
        borderRadius: 1,
        fontSize: isFull ? 14 : 12,
        color: isHidden ? 'text.secondary' : 'text.primary',
        textDecoration: 'none',
        minWidth: 0,
        '&:hover': { backgroundColor: accent[kinds[entry.kind]].soft },
      }}
    >
      <Dot kind={entry.kind} isHollow={isHidden} />
      <Box
        component="span"
        sx={{ flex: 'none', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {time}
      </Box>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {entry.label}
      </Box>
      {isFull && (
        <Box
          component="span"
          sx={{ color: 'text.secondary', ml: 'auto', whiteSpace: 'nowrap', fontSize: 12 }}
        >
          {about}
        </Box>
      )}
    </Box>
  );
}

function Dot({ kind, isHollow = false }: { kind: CalendarKind; isHollow?: boolean }) {
  const { ink } = accent[kinds[kind]];
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 8,
        height: 8,
        flex: 'none',
        borderRadius: '50%',
        border: `2px solid ${ink}`,
        backgroundColor: isHollow ? 'transparent' : ink,
      }}
    />
  );
}

const languages: Record<Locale, string> = { ko: 'ko-KR', en: 'en-US' };
const said = (day: string, locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languages[locale], { timeZone: 'UTC', ...options }).format(
    new Date(`${day}T12:00:00Z`),
  );
const monthName = (month: string, locale: Locale) =>
  said(`${month}-01`, locale, { year: 'numeric', month: 'long' });
const dayName = (day: string, locale: Locale) =>
  said(day, locale, { month: 'long', day: 'numeric', weekday: 'short' });
const weekday = (day: string, locale: Locale) => said(day, locale, { weekday: 'short' });
