/** The schedule of a channel: its entries, copies of days, and the gaps and overlaps of dated entries with their repairs. */
import { Alert, Box, Button, Card, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LinkBase, useGetOne } from 'react-admin';
import { useParams } from 'react-router';
import { maxProblems, type ScheduleProblem } from '../../../contract/admin/channels.ts';
import { showInstant } from '../../../contract/zone.ts';
import { api, fetchBytes } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { inLocale } from '../../i18n/locale.ts';
import { useMay } from '../../kit/access.ts';
import { AskedField, AskedForm } from '../../kit/asked-form.tsx';
import { showDuration } from '../../kit/format.ts';
import { listAddress } from '../../kit/list-address.ts';
import { useTellProblem } from '../../kit/problem.ts';
import { saveFile } from '../../kit/save-file.ts';
import type { RowOf } from '../../names.ts';
import { RelayPanel } from './relay-panel.tsx';
import { useChanged } from './use-changed.ts';

// The calendar is as large as the rest of the page.
const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }));

const relayEveryMs = 5000;

/** The schedule of the channel whose page it is on, or its relay; `of` is the resource of the channel. */
export function SchedulePanel({ of: resource }: { of: 'channels' | 'radio-channels' }) {
  const text = useText();
  const { id = '' } = useParams();
  const mayCreate = useMay('create', 'schedule-entries');
  const [hasTimeline, setHasTimeline] = useState(false);
  const { data: channel } = useGetOne<RowOf<'channels'>>(
    resource,
    { id },
    // The state of a relay changes by itself.
    { refetchInterval: ({ state }) => (state.data?.stream_url ? relayEveryMs : false) },
  );
  const mayExport = useMay('export', 'schedule-entries');
  if (!channel) return null;
  if (channel.stream_url && channel.active) return <RelayPanel channel={channel} />;
  const order = channel.loops ? 'sort=position&order=ASC' : 'sort=starts_at&order=ASC';
  const filter = { channel_id: id, dated: String(!channel.loops) };
  return (
    <Card variant="outlined" component="section" sx={{ maxWidth: hasTimeline ? 1280 : 760, mt: 2, p: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle1" component="h2" sx={{ flex: 1, minWidth: 120 }}>
          {text(channel.loops ? 'channel.loop' : 'channel.calendar')}
        </Typography>
        <Button
          component={LinkBase}
          size="small"
          variant="outlined"
          to={listAddress(resource === 'channels' ? 'schedule-entries' : 'radio-entries', filter, order)}
        >
          {text('channel.schedule')}
        </Button>
        {!channel.loops && mayCreate && <CopyDay channelId={id} />}
        {!channel.loops && (
          <Button
            size="small"
            variant="outlined"
            aria-expanded={hasTimeline}
            onClick={() => setHasTimeline(!hasTimeline)}
          >
            {text(hasTimeline ? 'timeline.close' : 'timeline.open')}
          </Button>
        )}
        {!channel.loops && mayExport && <ExportXmltv channelId={id} number={channel.number} />}
      </Stack>
      {!channel.loops && hasTimeline && (
        <Suspense fallback={<Skeleton height={320} />}>
          <Timeline channelId={id} entries={resource === 'channels' ? 'schedule-entries' : 'radio-entries'} />
        </Suspense>
      )}
      {!channel.loops && <Problems channelId={id} />}
    </Card>
  );
}

function ExportXmltv({ channelId, number }: { channelId: string; number: number }) {
  const text = useText();
  const tellProblem = useTellProblem();
  const download = async () => {
    try {
      const file = await fetchBytes('GET /api/admin/channels/{id}/schedule.xml', {
        params: { id: channelId },
      });
      saveFile(file, `schedule-${number}.xml`);
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <Button size="small" variant="outlined" onClick={() => void download()}>
      {text('schedule.xmltv')}
    </Button>
  );
}

function CopyDay({ channelId }: { channelId: string }) {
  const text = useText();
  const changed = useChanged();
  const field = { type: 'date', required: true, slotProps: { inputLabel: { shrink: true } } } as const;
  return (
    <AskedForm
      variant="outlined"
      question={text('schedule.copy_question')}
      fields={
        <>
          <AskedField name="from_day" label={text('schedule.copy_from')} {...field} />
          <AskedField name="to_day" label={text('schedule.copy_to')} {...field} />
        </>
      }
      onSubmit={async ({ from_day = '', to_day = '' }) => {
        const made = await api('POST /api/admin/channels/{id}/day-copies', {
          params: { id: channelId },
          body: { from_day, to_day },
        });
        await changed(made, 'schedule.copied');
      }}
    >
      {text('schedule.copy')}
    </AskedForm>
  );
}

function Problems({ channelId }: { channelId: string }) {
  const text = useText();
  const { data, error } = useQuery({
    queryKey: ['schedule-problems', channelId],
    queryFn: async () =>
      (await api('GET /api/admin/channels/{id}/schedule-problems', { params: { id: channelId } })).data,
  });
  if (error)
    return (
      <Alert severity="error" sx={{ mt: 1.5 }}>
        {error.message}
      </Alert>
    );
  if (!data) return <Skeleton height={48} sx={{ mt: 1.5 }} />;
  if (data.length === 0)
    return (
      <Alert severity="success" sx={{ mt: 1.5 }}>
        {text('schedule.fine')}
      </Alert>
    );
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
        {text(data.length < maxProblems ? 'schedule.found' : 'schedule.found_more', { count: data.length })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((problem) => (
          <Problem key={`${problem.before.id} ${problem.after.id}`} channelId={channelId} problem={problem} />
        ))}
      </Box>
    </>
  );
}

function Problem({ channelId, problem }: { channelId: string; problem: ScheduleProblem }) {
  const text = useText();
  const locale = useOfficeLocale();
  const changed = useChanged();
  const tellProblem = useTellProblem();
  const [busy, setBusy] = useState<string>();
  const mayUpdate = useMay('update', 'schedule-entries');
  const mayCreate = useMay('create', 'schedule-entries');
  const { kind, from, until, before, after } = problem;
  const repairs = problem.repairs.filter((name) => mayUpdate && (name !== 'fill' || mayCreate));
  const repair = async (name: (typeof repairs)[number]) => {
    setBusy(name);
    try {
      const made = await api('POST /api/admin/channels/{id}/schedule-repairs', {
        params: { id: channelId },
        body: { before_id: before.id, after_id: after.id, repair: name },
      });
      await changed(made, 'schedule.repaired');
    } catch (error) {
      tellProblem(error);
    }
    setBusy(undefined);
  };
  const name = (entry: typeof before) => inLocale(locale, entry.name_ko, entry.name_en);
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <Chip
        size="small"
        color={kind === 'gap' ? 'default' : 'warning'}
        label={text(kind === 'gap' ? 'schedule.gap' : 'schedule.overlap')}
      />
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Typography variant="body2">
          {showInstant(from, locale)} · {showDuration(Date.parse(until) - Date.parse(from))}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {name(before)} → {name(after)}
        </Typography>
      </Box>
      {repairs.map((own) => (
        <Button
          key={own}
          size="small"
          loading={busy === own}
          disabled={busy !== undefined}
          title={text(`schedule.${own}_hint`)}
          onClick={() => void repair(own)}
        >
          {text(`schedule.${own}`)}
        </Button>
      ))}
    </Stack>
  );
}
