import Icon from '@mui/icons-material/TimelineOutlined';
import { Box, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { type Text, useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { type Choice, Tag } from '../../kit/chips.tsx';
import { Facts } from '../../kit/facts.tsx';
import { custom, filteredBy, flag, instant, line, namesOf, number } from '../../kit/fields.tsx';
import { ChoiceFilter, RecordFilter } from '../../kit/filters.tsx';
import { showBytes, showNumber } from '../../kit/format.ts';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { useIngestPush } from '../assets/ingest-push.ts';
import { RetryButton, StepBars, StepList } from '../assets/steps.tsx';

type Progress = RowOf<'programme-progress'>;

const statuses: Record<Progress['status'], Choice> = {
  kcp_ingest: { text: 'step.kcp_ingest' },
  transcoding: { text: 'step.transcoding' },
  distribute: { text: 'step.distribute' },
  drm: { text: 'step.drm' },
  storage: { text: 'step.storage' },
  ready: { text: 'asset.ready', tone: 'jade' },
  failed: { text: 'asset.failed', tone: 'rose' },
};

/** Push reports each step. Between its events, only percentages change. */
const refreshMs = 5000;

const stateOf = ({ status }: Progress) => (status === 'ready' || status === 'failed' ? status : 'processing');

/** Every video with its program or episode, its current step and its transfer, newest first. */
export const programmeProgress = declareResource('programme-progress', {
  module: 'assets',
  title: { ko: '프로그램 진행 현황', en: 'Program progress' },
  menu: { group: 'catalogue', place: 22 },
  icon: Icon,
  fields: [
    custom('programme', {
      label: { ko: '프로그램', en: 'Program' },
      column: {
        names: true,
        sort: false,
        cell: (row) => <ProgrammeCell row={row} />,
        exported: [{}, { field: 'programme_id', label: { ko: '프로그램 ID', en: 'Program ID' } }],
      },
    }),
    custom('episode', {
      label: { ko: '회차', en: 'Episode' },
      column: {
        sort: false,
        from: 'sm',
        cell: (row) => <EpisodeCell row={row} />,
        exported: [
          { field: 'season_number', label: { ko: '시즌', en: 'Season' } },
          { field: 'episode_number', label: { ko: '회차 번호', en: 'Episode number' } },
          {},
          { field: 'episode_id', label: { ko: '회차 ID', en: 'Episode ID' } },
        ],
      },
    }),
    custom('status', {
      label: { ko: '상태', en: 'Status' },
      column: {
        sort: false,
        cell: (row) => <StatusCell row={row} />,
        exported: { values: ({ text }) => namesOf(statuses, text) },
      },
      filter: (
        <ChoiceFilter
          source="status"
          choices={Object.entries(statuses).map(([id, { text }]) => ({ id, text }))}
        />
      ),
    }),
    custom('error', {
      label: { ko: '실패 사유', en: 'Failure' },
      column: { sort: false, cell: (row) => <FailureCell row={row} />, exported: {} },
    }),
    flag(
      'queued',
      { yes: { text: 'progress.queued', tone: 'gold' }, no: { text: 'progress.not_queued' } },
      {
        label: { ko: '대기열', en: 'Queue' },
        input: false,
        list: { sort: false, from: 'md' },
        filter: true,
        column: { cell: (row) => row.queued && <QueuedTag /> },
      },
    ),
    filteredBy(<RecordFilter source="programme_id" reference="programmes" />),
    custom('file_name', {
      column: {
        from: 'sm',
        cell: (row) => <RowLink to={`/assets/${row.id}/show`}>{row.file_name}</RowLink>,
        exported: {},
      },
      ask: { kind: 'text' },
    }),
    custom('size_bytes', {
      column: { align: 'right', from: 'md', cell: (row) => showBytes(row.size_bytes), exported: {} },
      ask: { kind: 'number' },
    }),
    number('bitrate_kbps', {
      label: { ko: '비트레이트(kbps)', en: 'Bitrate (kbps)' },
      list: { sort: false, from: 'md' },
      input: false,
    }),
    line('uploader_address', {
      label: { ko: 'IP 주소', en: 'IP address' },
      list: { sort: false, from: 'md' },
      input: false,
      asked: false,
    }),
    instant('created_at', { list: { from: 'md' } }),
    instant('transferred_at', {
      label: { ko: '전송 시각', en: 'Transferred' },
      list: { sort: false, from: 'md' },
    }),
    instant('drm_synced_at', {
      label: { ko: 'DRM 동기화 시각', en: 'DRM synced' },
      list: { sort: false, from: 'md' },
    }),
    line('id', {
      label: { ko: '콘텐츠 ID', en: 'Content ID' },
      list: { sort: false, from: 'md' },
      input: false,
      asked: false,
    }),
    line('vod_id', {
      label: { ko: 'VOD ID', en: 'VOD ID' },
      list: { sort: false, from: 'md' },
      input: false,
      asked: false,
    }),
  ],
  filters: ['status', 'queued', 'programme_id'],
  sort: { field: 'created_at', order: 'DESC' },
  pages: {},
  list: {
    canDelete: false,
    isPersonal: true,
    emptyHint: 'progress.empty',
    above: <PushedChanges />,
    expand: <Expanded />,
    queryOptions: {
      refetchInterval: (query) =>
        query.state.data?.data?.some((row) => stateOf(row) === 'processing') ? refreshMs : false,
    },
  },
});

function PushedChanges() {
  useIngestPush();
  return null;
}

/** A link to another record. The row does not open as well. */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      to={to}
      onClick={(event: { stopPropagation(): void }) => event.stopPropagation()}
      sx={{ color: 'inherit' }}
    >
      {children}
    </Box>
  );
}

const programmeName = ({ programme, other_titles: others }: Progress, text: Text) =>
  others > 0 ? `${programme} ${text('progress.others', { count: others })}` : programme;

function ProgrammeCell({ row }: { row: Progress }) {
  const text = useText();
  if (!row.programme_id) return null;
  return (
    <Box component="span" sx={{ fontWeight: 600 }}>
      <RowLink to={`/programmes/${row.programme_id}`}>{programmeName(row, text)}</RowLink>
    </Box>
  );
}

const episodeName = ({ season_number: season, episode_number: number, episode }: Progress, text: Text) =>
  `${text('season.title', { number: season ?? '' })} · ${text('episode.number', { number: number ?? '' })} ${episode}`;

function EpisodeCell({ row }: { row: Progress }) {
  const text = useText();
  if (!row.episode_id) return null;
  return <RowLink to={`/programmes/${row.programme_id}?tab=episodes`}>{episodeName(row, text)}</RowLink>;
}

function StatusCell({ row }: { row: Progress }) {
  const text = useText();
  if (row.status === 'ready') return <Tag label={text('asset.ready')} tone="jade" />;
  return <StepBars asset={{ state: stateOf(row), steps: row.steps }} />;
}

/** The button stands first, because a long reason is cut off. */
function FailureCell({ row }: { row: Progress }) {
  if (row.status !== 'failed') return null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1 }}>
      <Box onClick={(event) => event.stopPropagation()} sx={{ flex: 'none' }}>
        <RetryButton asset={{ id: row.id, state: 'failed' }} />
      </Box>
      <Typography variant="body2" color="error" noWrap title={row.error}>
        {row.error}
      </Typography>
    </Stack>
  );
}

function QueuedTag() {
  return <Tag label={useText()('progress.queued')} tone="gold" />;
}

function Expanded() {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName('programme-progress');
  const row = useRecordContext<Progress>();
  if (!row) return null;
  const instantOf = (value: string | null) => value && showInstant(value, locale);
  return (
    <Box
      sx={{
        py: 1,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        // The table is wider than the screen.
        position: 'sticky',
        left: 16,
        width: { xs: 'calc(100vw - 64px)', sm: 520, lg: 960 },
      }}
    >
      <Facts
        facts={[
          [fieldName('programme'), programmeName(row, text)],
          [text('progress.programme_id'), row.programme_id],
          [fieldName('episode'), row.episode_id && episodeName(row, text)],
          [text('progress.episode_id'), row.episode_id],
          [fieldName('id'), row.id],
          [fieldName('vod_id'), row.vod_id],
          [fieldName('file_name'), row.file_name],
          [fieldName('size_bytes'), showBytes(row.size_bytes)],
          [fieldName('bitrate_kbps'), row.bitrate_kbps && showNumber(row.bitrate_kbps, locale)],
          [fieldName('uploader_address'), row.uploader_address],
          [fieldName('created_at'), instantOf(row.created_at)],
          [fieldName('transferred_at'), instantOf(row.transferred_at)],
          [fieldName('drm_synced_at'), instantOf(row.drm_synced_at)],
        ]}
      />
      <Stack sx={{ rowGap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ width: '100%' }}>
          <StepList asset={row} />
        </Box>
        <RetryButton asset={{ id: row.id, state: stateOf(row) }} />
      </Stack>
    </Box>
  );
}
