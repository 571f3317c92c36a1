import { Alert, Box, MenuItem, Select, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { audioKinds } from '../../../contract/admin/ingest.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { Tag } from '../../kit/chips.tsx';
import type { Asset } from './steps.tsx';

type Track = Asset['audio_tracks'][number];

const usualLanguages = ['ko', 'en', 'ja', 'zh', 'es'];
const unknownLanguage = '';

/** The audio tracks of an asset. Masters often lack their language and kind, so staff set them. */
export function AudioTracks({ asset }: { asset: Asset }) {
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1 }}>
      {asset.audio_tracks.map((track, at) => (
        <TrackRow key={track.name} asset={asset} track={track} place={at + 1} />
      ))}
    </Stack>
  );
}

function TrackRow({ asset, track, place }: { asset: Asset; track: Track; place: number }) {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const mayUpdate = useMay('update', 'assets');
  const [problem, setProblem] = useState('');
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const languages = [...new Set([...usualLanguages, ...(track.language ? [track.language] : [])])];
  const label = text('audio.track', { place });

  const save = async (change: Partial<Pick<Track, 'language' | 'kind'>>) => {
    setProblem('');
    const { language, kind } = { ...track, ...change };
    try {
      await api('PUT /api/admin/assets/{id}/audio-tracks/{name}', {
        params: { id: asset.id, name: track.name },
        body: { language, kind },
      });
      notify('office.audio.saved', { type: 'success' });
      await queryClient.invalidateQueries({ queryKey: ['assets'] });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : text('image.failed'));
    }
  };
  return (
    <Box component="li">
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="body2" sx={{ minWidth: 70 }}>
          {label}
        </Typography>
        <Select
          size="small"
          disabled={!mayUpdate}
          displayEmpty
          value={track.language ?? unknownLanguage}
          inputProps={{ 'aria-label': `${label}: ${text('audio.language')}` }}
          onChange={({ target }) => void save({ language: target.value || null })}
        >
          <MenuItem value={unknownLanguage}>{text('audio.unknown')}</MenuItem>
          {languages.map((language) => (
            <MenuItem key={language} value={language}>
              {names.of(language) ?? language}
            </MenuItem>
          ))}
        </Select>
        <Select
          size="small"
          disabled={!mayUpdate}
          value={track.kind}
          inputProps={{ 'aria-label': `${label}: ${text('audio.kind')}` }}
          onChange={({ target }) => void save({ kind: target.value })}
        >
          {audioKinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {text(`audio.${kind}`)}
            </MenuItem>
          ))}
        </Select>
        {track.channels.map((channels) => (
          <Tag key={channels} label={channels > 2 ? '5.1' : text('audio.stereo')} />
        ))}
      </Stack>
      {problem && (
        <Alert severity="error" sx={{ py: 0 }}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}
