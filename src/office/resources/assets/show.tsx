import { Alert, Box, Card, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { ListButton, Show, TopToolbar, useRecordContext } from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AssetStateTag } from '../../kit/chips.tsx';
import { DeleteButton } from '../../kit/edit-page.tsx';
import { EventLogButton } from '../../kit/event-log.tsx';
import { Facts } from '../../kit/facts.tsx';
import { showBytes, showDuration } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { AudioTracks } from './audio-tracks.tsx';
import { CaptionsInput } from './captions.tsx';
import { useIngestPush } from './ingest-push.ts';
import { type Asset, pollWhile, RetryButton, StepList } from './steps.tsx';
import { UsedIn } from './used-in.tsx';

/** One master file: its steps as they go, its facts, captions, and where it is used. */
export function AssetShow() {
  useIngestPush();
  const [deleting, setDeleting] = useState(false);
  return (
    <Guarded action="show">
      <Show<Asset>
        actions={
          <TopToolbar>
            <ListButton />
            <EventLogButton />
            <Remove onDeleting={setDeleting} />
          </TopToolbar>
        }
        component={Box}
        queryOptions={{
          enabled: !deleting,
          refetchInterval: (query) => pollWhile(query.state.data ? [query.state.data] : undefined),
        }}
        sx={{ maxWidth: 1100 }}
      >
        <Parts />
      </Show>
    </Guarded>
  );
}

function Remove({ onDeleting }: { onDeleting: (deleting: boolean) => void }) {
  const text = useText();
  const mayDelete = useMay('delete', 'assets');
  return mayDelete ? <DeleteButton question={text('asset.delete_question')} onDeleting={onDeleting} /> : null;
}

function Parts() {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName();
  const asset = useRecordContext<Asset>();
  if (!asset) return null;
  const sound =
    asset.audio_codec === null
      ? asset.state === 'ready'
        ? text('asset.no_sound')
        : ''
      : [asset.audio_codec, asset.audio_channels ? `${asset.audio_channels}ch` : '']
          .filter(Boolean)
          .join(' · ');
  const facts: [string, string][] = [
    ['duration_ms', showDuration(asset.duration_ms)],
    ['width', asset.width && asset.height ? `${asset.width}×${asset.height}` : ''],
    ['size_bytes', showBytes(asset.size_bytes)],
    ['video_codec', asset.video_codec ?? ''],
    ['audio_codec', sound],
    ['loudness_lufs', asset.loudness_lufs === null ? '' : `${asset.loudness_lufs.toFixed(1)} LUFS`],
    ['renditions', asset.renditions.map((height) => `${height}p`).join(' · ')],
    ['created_at', showInstant(asset.created_at, locale)],
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.4fr 1fr' } }}>
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        <Panel
          title={asset.file_name}
          level="h2"
          action={
            <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1 }}>
              <RetryButton asset={asset} />
              <AssetStateTag state={asset.state} />
            </Stack>
          }
        >
          <StepList asset={asset} />
        </Panel>
        {asset.notices.length > 0 && (
          <Panel title={text('asset.notices')}>
            <Stack sx={{ rowGap: 0.5 }}>
              {asset.notices.map((notice) => (
                <Alert key={notice} severity="info" sx={{ py: 0 }}>
                  {notice}
                </Alert>
              ))}
            </Stack>
          </Panel>
        )}
        {asset.audio_tracks.length > 0 && (
          <Panel title={text('asset.audio')}>
            <AudioTracks asset={asset} />
          </Panel>
        )}
        <Panel title={text('asset.captions')}>
          <CaptionsInput asset={asset} language="ko" />
          <CaptionsInput asset={asset} language="en" />
        </Panel>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        <Panel title={text('asset.facts')}>
          <Facts facts={facts.map(([field, value]) => [fieldName(field), value])} />
        </Panel>
        <Panel title={text('asset.used_in')}>
          <UsedIn assetId={asset.id} />
        </Panel>
      </Box>
    </Box>
  );
}

function Panel({
  title,
  level = 'h3',
  action,
  children,
}: {
  title: string;
  level?: 'h2' | 'h3';
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card sx={{ p: 2 }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', columnGap: 2, mb: 1.5 }}
      >
        <Typography variant="subtitle1" component={level} sx={{ minWidth: 0 }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Card>
  );
}
