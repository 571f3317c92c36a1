import Icon from '@mui/icons-material/ErrorOutlineOutlined';
import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { useFieldName, useText } from '../../i18n/i18n-provider.ts';
import type { Choice } from '../../kit/chips.tsx';
import { Facts } from '../../kit/facts.tsx';
import { choice, custom, instant, line, number } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RowOf } from '../../names.ts';
import { ErrorSummary } from './error-summary.tsx';
import { meaningOf } from './meanings.ts';

type PlayError = RowOf<'play-errors'>;

const kinds: Record<PlayError['kind'], Choice> = {
  network: { text: 'play_error.network', tone: 'gold' },
  expired: { text: 'play_error.expired', tone: 'sky' },
  unsupported: { text: 'play_error.unsupported', tone: 'grey' },
  media: { text: 'play_error.media', tone: 'rose' },
};
const devices: Record<PlayError['device'], Choice> = {
  web: { text: 'device.web' },
  mobile: { text: 'device.mobile' },
  tablet: { text: 'device.tablet' },
  stb: { text: 'device.stb' },
};

/** Failures of viewers' players, the newest first, below their counts of the last day. */
export const playErrors = declareResource('play-errors', {
  menu: { group: 'operation', place: 85 },
  icon: Icon,
  fields: [
    instant('created_at', { label: { ko: '일시', en: 'Time' }, list: true }),
    line('title', { names: true, label: { ko: '작품', en: 'Title' }, list: { sort: false }, asked: false }),
    choice('kind', kinds, { label: { ko: '종류', en: 'Kind' }, list: true, filter: true }),
    line('code', { label: { ko: '코드', en: 'Code' }, list: { sort: false }, asked: true }),
    choice('device', devices, {
      label: { ko: '기기', en: 'Device' },
      list: { from: 'md' },
      filter: true,
    }),
    line('browser', {
      label: { ko: '브라우저', en: 'Browser' },
      list: { sort: false, from: 'md' },
      asked: true,
    }),
    number('after_seconds', {
      label: { ko: '재생 후(초)', en: 'After (seconds)' },
      list: { from: 'sm' },
      input: false,
    }),
    custom('asset_id', {
      label: { ko: '영상 파일', en: 'Video asset' },
      column: {
        sort: false,
        from: 'lg',
        cell: ({ asset_id }) => asset_id && <AssetLink id={asset_id} />,
        exported: { of: 'assets' },
      },
    }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: {},
  list: {
    canDelete: false,
    emptyHint: 'play_error.empty',
    above: <ErrorSummary />,
    expand: <Expanded />,
  },
});

function AssetLink({ id }: { id: string }) {
  const text = useText();
  return (
    <Box component={Link} to={`/assets/${id}/show`} sx={{ color: 'inherit' }}>
      {text('play_error.asset')}
    </Box>
  );
}

function Expanded() {
  const text = useText();
  const fieldName = useFieldName('play-errors');
  const error = useRecordContext<PlayError>();
  if (!error) return null;
  return (
    <Box sx={{ py: 1 }}>
      <Facts
        facts={[
          [text('play_error.meaning'), text(meaningOf(error))],
          [fieldName('browser'), error.browser],
          [fieldName('after_seconds'), String(error.after_seconds)],
          [text('play_error.session'), error.playback_id],
          [fieldName('asset_id'), error.asset_id && <AssetLink id={error.asset_id} />],
        ]}
      />
    </Box>
  );
}
