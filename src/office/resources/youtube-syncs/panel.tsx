import { Alert, Box, Button, Chip, LinearProgress, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { showInstant } from '../../../contract/zone.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { showNumber } from '../../kit/format.ts';

/** A playlist that is kept, without what the role may not read of it. */
interface KeptPlaylist {
  id: string;
  title_ko?: string | undefined;
  title_en?: string | undefined;
  clips?: number | undefined;
}

/** Begins a check or a sync, and opens its page. */
export function useBeginSync(): (dryRun: boolean) => Promise<void> {
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (dryRun) => {
    try {
      const { data } = await api('POST /api/admin/youtube-syncs', { body: { dry_run: dryRun } });
      await queryClient.invalidateQueries({ queryKey: ['youtube-syncs'] });
      void navigate(`/youtube-syncs/${data.id}/show`);
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    }
  };
}

/** What is kept, what is left of the quota, and the button that looks what has changed. */
export function SyncPanel() {
  const text = useText();
  const locale = useOfficeLocale();
  const begin = useBeginSync();
  const [busy, setBusy] = useState(false);
  const mayImport = useMay('import', 'youtube-syncs');
  const { data } = useQuery({
    queryKey: ['youtube-syncs', 'status'],
    queryFn: () => api('GET /api/admin/youtube-status'),
  });
  const status = data?.data;
  if (!status) return null;
  const { units_used: used, units_daily: daily } = status;
  const check = async () => {
    setBusy(true);
    await begin(true);
    setBusy(false);
  };
  const playlistLabel = ({ id, title_ko, title_en, clips }: KeptPlaylist) => {
    const title = (locale === 'ko' ? title_ko : title_en) ?? `#${id.slice(-8)}`;
    return clips === undefined ? title : text('youtube.playlist', { title, count: clips });
  };
  return (
    <Box sx={{ p: { xs: 1.5, sm: 2 }, borderBottom: 1, borderColor: 'divider', display: 'grid', gap: 1.5 }}>
      {status.source === null && <Alert severity="warning">{text('youtube.not_set')}</Alert>}
      {status.source === 'sandbox' && <Alert severity="info">{text('youtube.sandbox')}</Alert>}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2" id="youtube-quota">
            {text('youtube.quota', { used: showNumber(used, locale), daily: showNumber(daily, locale) })}
          </Typography>
          <LinearProgress
            variant="determinate"
            value={Math.min(100, (used / daily) * 100)}
            color={used >= daily ? 'error' : 'success'}
            aria-labelledby="youtube-quota"
            sx={{ my: 0.75, height: 6, borderRadius: 3, backgroundColor: 'grey.200' }}
          />
          <Typography variant="body2" color="text.secondary">
            {text('youtube.resets', { at: showInstant(status.resets_at, locale) })}
          </Typography>
        </Box>
        {mayImport && (
          <Button
            variant="contained"
            size="small"
            loading={busy}
            disabled={status.source === null}
            onClick={() => void check()}
          >
            {text('youtube.check')}
          </Button>
        )}
      </Stack>
      <Box>
        <Typography variant="subtitle2" component="h2" sx={{ mb: 0.75 }}>
          {text('youtube.kept')}
        </Typography>
        {status.playlists.length === 0 ? (
          <Typography variant="body2" color="text.secondary">
            {text('youtube.none_kept')}
          </Typography>
        ) : (
          <Stack
            direction="row"
            component="ul"
            sx={{ flexWrap: 'wrap', gap: 1, p: 0, m: 0, listStyle: 'none' }}
          >
            {status.playlists.map((playlist) => (
              <Box component="li" key={playlist.id} sx={{ minWidth: 0 }}>
                <Chip
                  component={Link}
                  to={`/playlists/${playlist.id}`}
                  clickable
                  size="small"
                  variant="outlined"
                  label={playlistLabel(playlist)}
                  sx={{ maxWidth: '100%' }}
                />
              </Box>
            ))}
          </Stack>
        )}
      </Box>
    </Box>
  );
}
