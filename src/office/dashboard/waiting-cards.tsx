/** Cards of what waits for somebody: what begins and ends soon, imports that went wrong, inquiries, and what records lack. */

import { Box, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LinkBase, useGetList, useGetResourceLabel } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Lack } from '../../contract/admin/fields.ts';
import { serviceZone, wallClock } from '../../contract/zone.ts';
import { api } from '../api.ts';
import { type Text, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { Tag } from '../kit/chips.tsx';
import { showNumber } from '../kit/format.ts';
import { lackNames, lackTone } from '../kit/lacks-field.tsx';
import { listAddress } from '../kit/list-address.ts';
import type { RowOf } from '../names.ts';
import { addDays } from '../resources/calendar/days.ts';
import { DayList } from '../resources/calendar/page.tsx';
import { Counts } from '../resources/imports/counts.tsx';
import { Body, Lines, Section } from './parts.tsx';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const maxShown = 5;
/** Imports older than this are no longer news. */
const importDays = 14;

/** What begins, ends and is released from today on, for seven days. */
export function ThisWeek() {
  const text = useText();
  const locale = useOfficeLocale();
  const navigate = useNavigate();
  const from = wallClock(new Date(), serviceZone).slice(0, 10);
  const to = addDays(from, 6);
  const { data, error } = useQuery({
    queryKey: ['calendar', from, to, '', locale],
    queryFn: async () => (await api('GET /api/admin/calendar', { query: { from, to } })).data,
  });
  return (
    <Section title={text('dashboard.week')} to="/calendar">
      <Body data={data} error={error} none="dashboard.no_week">
        {(days) => <DayList days={days} onDay={(day) => navigate(`/calendar?day=${day}`)} />}
      </Body>
    </Section>
  );
}

/** Imports of the last two weeks that failed or refused rows. */
export function ImportProblems() {
  const text = useText();
  // From the start of a day: the same question all day long.
  const filter = useMemo(() => {
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    return { has_problems: true, created_at_from: new Date(today - importDays * dayMs).toISOString() };
  }, []);
  const { data, error } = useGetList<RowOf<'imports'>>('imports', {
    filter,
    sort: { field: 'created_at', order: 'DESC' },
    pagination: { page: 1, perPage: maxShown },
  });
  return (
    <Section title={text('dashboard.imports')} to={listAddress('imports', filter)}>
      <Body data={data} error={error} none="dashboard.no_imports">
        {(files) => (
          <Lines
            lines={files.map((file) => ({
              id: file.id,
              to: `/imports/${file.id}/show`,
              name: file.file_name,
              end:
                file.state === 'failed' ? file.error || text('import.state_failed') : <Counts file={file} />,
            }))}
          />
        )}
      </Body>
    </Section>
  );
}

/** Inquiries without an answer, those that were asked first at the top. */
export function WaitingInquiries() {
  const text = useText();
  const filter = { status: 'received' };
  const { data, error } = useGetList<RowOf<'inquiries'>>('inquiries', {
    filter,
    sort: { field: 'created_at', order: 'ASC' },
    pagination: { page: 1, perPage: maxShown },
  });
  return (
    <Section
      title={text('dashboard.inquiries')}
      to={listAddress('inquiries', filter, 'sort=created_at&order=ASC')}
    >
      <Body data={data} error={error} none="dashboard.no_inquiries">
        {(asked) => (
          <Lines
            lines={asked.map((inquiry) => ({
              id: inquiry.id,
              to: `/inquiries/${inquiry.id}/show`,
              name: inquiry.title,
              // Who was answered and wrote again waits since then.
              end: showWaited(inquiry.answered_at ? inquiry.updated_at : inquiry.created_at, text),
            }))}
          />
        )}
      </Body>
    </Section>
  );
}

function showWaited(since: string, text: Text): string {
  const waited = Date.now() - Date.parse(since);
  if (waited >= dayMs) return text('dashboard.waits_days', { count: Math.floor(waited / dayMs) });
  if (waited >= hourMs) return text('dashboard.waits_hours', { count: Math.floor(waited / hourMs) });
  return text('dashboard.waits_briefly');
}

/** How many published records of each kind lack what, each leading to them. */
export function Lacking() {
  const text = useText();
  const nameOf = useGetResourceLabel();
  const { data, error } = useQuery({
    queryKey: ['lacks'],
    queryFn: async () => (await api('GET /api/admin/lacks')).data,
    // It is counted anew for each who asks.
    staleTime: 5 * minuteMs,
  });
  if (data?.length === 0) return null;
  return (
    <Section title={text('dashboard.lacking')}>
      <Body data={data} error={error} none="dashboard.none_lacking">
        {(kinds) => (
          <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {kinds.map(({ resource, counts, more }) => (
              <Stack
                component="li"
                key={resource}
                direction="row"
                sx={{ alignItems: 'center', minHeight: 36, columnGap: 1, flexWrap: 'wrap' }}
              >
                <Typography variant="body2" sx={{ flex: '1 1 90px' }}>
                  {nameOf(resource, 2)}
                </Typography>
                <LackCounts resource={resource} counts={counts} more={more} />
              </Stack>
            ))}
          </Box>
        )}
      </Body>
    </Section>
  );
}

function LackCounts({
  resource,
  counts,
  more,
}: {
  resource: string;
  counts: Record<Lack, number>;
  more: boolean;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const nameOf = useGetResourceLabel();
  const lacking = lackNames.filter((lack) => counts[lack] > 0);
  if (lacking.length === 0 && !more)
    return (
      <Typography variant="body2" color="text.secondary">
        {text('dashboard.none_lacking')}
      </Typography>
    );
  return lacking.map((lack) => {
    const label = `${text(`lack.${lack}`)} ${showNumber(counts[lack], locale)}${more ? '+' : ''}`;
    return (
      <Box
        key={lack}
        component={LinkBase}
        to={listAddress(resource, { lacks: lack })}
        aria-label={`${nameOf(resource, 2)}: ${label}`}
        sx={{ textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
      >
        <Tag
          label={label}
          tone={lackTone(lack)}
          sx={{ cursor: 'pointer', fontVariantNumeric: 'tabular-nums' }}
        />
      </Box>
    );
  });
}
