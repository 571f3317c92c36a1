import { Alert, Box, Card, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { RowTable } from '../../kit/row-table.tsx';

const refreshMs = 10_000;
const barsHeight = 72;

export function CurrentStreamsPage() {
  return (
    <Guarded action="list">
      <CurrentStreams />
    </Guarded>
  );
}

function CurrentStreams() {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const { data: answer, error } = useQuery({
    queryKey: ['current-streams', locale],
    queryFn: () => api('GET /api/admin/current-streams'),
    refetchInterval: refreshMs,
  });
  const title = <Title title={translate('resources.current-streams.name')} />;
  if (!answer)
    return (
      <Card sx={{ mt: 1, maxWidth: 960, p: 2 }}>
        {title}
        {error ? <Alert severity="error">{error.message}</Alert> : <Skeleton height={160} />}
      </Card>
    );
  const { at, streams, line, titles, channels, clips, devices, countries, nodes } = answer.data;
  const count = (value: number) => showNumber(value, locale);
  const regions = new Intl.DisplayNames([locale], { type: 'region' });
  const tables = [
    ['stream.titles', titles.map((each) => row(each, `/programmes/${each.id}`))],
    [
      'stream.channels',
      channels.map((each) =>
        row(each, `/${each.medium === 'radio' ? 'radio-channels' : 'channels'}/${each.id}`),
      ),
    ],
    ['stream.clips', clips.map((each) => row(each, `/clips/${each.id}`))],
    [
      'stream.devices',
      devices.map((each) => ({
        id: each.device,
        name: text(`device.${each.device}`),
        streams: each.streams,
      })),
    ],
    [
      'stream.countries',
      countries.map(({ country, streams: number }) => ({
        id: country ?? '?',
        name: country === null ? text('stream.unknown') : (regions.of(country) ?? country),
        streams: number,
      })),
    ],
    [
      'stream.nodes',
      nodes.map(({ node, streams: number }) => ({
        id: node ?? '?',
        name: node ?? text('stream.unknown'),
        streams: number,
      })),
    ],
  ] as const;
  return (
    <Card sx={{ mt: 1, maxWidth: 960 }}>
      {title}
      <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: { sm: '180px 1fr' } }}>
        <Box>
          <Typography variant="body2" color="text.secondary">
            {text('stream.now')}
          </Typography>
          <Typography variant="h4" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {count(streams)}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {text('stream.as_of', { at: showInstant(at, locale) })}
          </Typography>
          {error && (
            <Typography variant="body2" color="error" role="status">
              {error.message}
            </Typography>
          )}
        </Box>
        <LastDay line={line} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { md: '1fr 1fr' }, alignItems: 'start', pb: 1 }}>
        {tables.map(([name, rows]) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <RowTable
              title={text(name)}
              amounts
              rows={rows.map((each) => ({
                id: each.id,
                cells: { name: each.name, streams: count(each.streams) },
              }))}
            />
          </Box>
        ))}
      </Box>
    </Card>
  );
}

const row = ({ id, name, streams }: { id: string; name: string; streams: number }, address: string) => ({
  id,
  name: (
    <Box component={Link} to={address} sx={{ color: 'inherit', fontWeight: 600 }}>
      {name}
    </Box>
  ) as ReactNode,
  streams,
});

/** The number of playbacks over the last day as bars. */
function LastDay({ line }: { line: readonly { at: string; streams: number }[] }) {
  const text = useText();
  const locale = useOfficeLocale();
  const most = line.reduce((best, each) => (each.streams > best.streams ? each : best), {
    at: '',
    streams: 0,
  });
  const summary =
    most.streams === 0
      ? text('stream.none')
      : text('stream.most', {
          count: showNumber(most.streams, locale),
          at: showInstant(most.at, locale),
        });
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h2">
        {text('stream.last_day')}
      </Typography>
      <Box
        role="img"
        aria-label={summary}
        sx={{ display: 'flex', alignItems: 'flex-end', gap: '1px', height: barsHeight, mt: 1 }}
      >
        {line.map(({ at, streams }) => (
          <Box
            key={at}
            title={`${showInstant(at, locale)}: ${showNumber(streams, locale)}`}
            sx={{
              flex: 1,
              height: streams === 0 ? 2 : Math.max(4, (streams / most.streams) * barsHeight),
              bgcolor: streams === 0 ? 'divider' : 'secondary.main',
              borderRadius: '2px 2px 0 0',
              forcedColorAdjust: 'none',
            }}
          />
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
        {summary}
      </Typography>
    </Box>
  );
}
