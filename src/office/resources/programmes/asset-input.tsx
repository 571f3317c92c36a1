import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import { Box, IconButton, Stack, Tooltip } from '@mui/material';
import { LinkBase, type RaRecord, useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { AssetStateTag } from '../../kit/chips.tsx';
import { showDuration } from '../../kit/format.ts';
import { RecordInput } from '../../kit/reference-input.tsx';
import type { Asset } from '../assets/steps.tsx';
import { pollWhile, StepBars } from '../assets/steps.tsx';

/** The video of a movie or an episode, with how far its processing is. */
export function AssetInput({ source = 'asset_id' }: { source?: string }) {
  const text = useText();
  const mayRead = useMay('read', 'assets');
  const id = useWatch({ name: source }) as string | null | undefined;
  const { data: asset } = useGetOne<Asset>(
    'assets',
    { id: id ?? '' },
    {
      enabled: Boolean(id) && mayRead,
      refetchInterval: (query) => pollWhile(query.state.data ? [query.state.data] : undefined),
    },
  );
  if (!mayRead) return null;
  return (
    <Box sx={{ width: '100%' }}>
      <RecordInput
        source={source}
        resource="assets"
        sort={{ field: 'created_at', order: 'DESC' }}
        optionText={(record: RaRecord) =>
          [record.file_name, showDuration(record.duration_ms), text(`asset.${(record as Asset).state}`)]
            .filter(Boolean)
            .join(' · ')
        }
      />
      {id && asset && (
        <Stack direction="row" sx={{ alignItems: 'center', columnGap: 1, minHeight: 28 }}>
          <AssetStateTag state={asset.state} />
          {asset.state !== 'ready' && <StepBars asset={asset} />}
          <Tooltip title={text('upload.open')}>
            <IconButton
              size="small"
              component={LinkBase}
              to={`/assets/${id}/show`}
              target="_blank"
              aria-label={text('upload.open')}
            >
              <OpenInNewIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Stack>
      )}
    </Box>
  );
}
