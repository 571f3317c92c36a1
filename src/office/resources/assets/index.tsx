import VideoFileIcon from '@mui/icons-material/VideoFileOutlined';
import { assetStates } from '../../kit/chips.tsx';
import type { Declared, Fact } from '../../kit/declared-resources.ts';
import { choice, custom, instant, line } from '../../kit/fields.tsx';
import { showBytes, showDuration } from '../../kit/format.ts';
import { declareResource } from '../../kit/resource.tsx';
import type { RecordOf } from '../../names.ts';
import { useIngestPush } from './ingest-push.ts';
import { AssetShow } from './show.tsx';
import { pollWhile, RetryButton, StepBars, stepWords } from './steps.tsx';
import { UploadPanel } from './upload-panel.tsx';

const logBytes: Fact['log'] = (value) => (typeof value === 'number' ? showBytes(value) : undefined);
const resolution = ({ width, height }: RecordOf<'assets'>) => (width && height ? `${width}×${height}` : '');

/** Every master file: uploads above, and how far each one is. */
export const assets = declareResource('assets', {
  menu: { group: 'catalogue', place: 20 },
  icon: VideoFileIcon,
  fields: [
    line('file_name', { names: true, list: true }),
    choice('state', assetStates, { list: { sort: true }, filter: true }),
    custom('steps', {
      column: {
        sort: false,
        cell: (asset) => <StepBars asset={asset} />,
        exported: { as: 'states', values: ({ text }) => stepWords(text) },
      },
    }),
    custom('duration_ms', {
      column: {
        align: 'right',
        cell: (asset) => showDuration(asset.duration_ms),
        exported: { as: 'duration' },
      },
      ask: { kind: 'number' },
    }),
    custom('width', {
      label: { ko: '해상도', en: 'Resolution' },
      column: {
        sort: false,
        align: 'right',
        from: 'md',
        cell: resolution,
        exported: [
          { label: { ko: '가로', en: 'Width' } },
          { field: 'height', label: { ko: '세로', en: 'Height' } },
        ],
      },
    }),
    custom('size_bytes', {
      column: {
        sort: false,
        align: 'right',
        from: 'sm',
        cell: (asset) => showBytes(asset.size_bytes),
        exported: {},
      },
      ask: { kind: 'number' },
      log: logBytes,
    }),
    instant('created_at', { list: { from: 'md' } }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: AssetShow },
  list: {
    emptyHint: 'asset.empty',
    above: <Uploads />,
    rowActions: (asset) => <RetryButton asset={asset} />,
    queryOptions: { refetchInterval: (query) => pollWhile(query.state.data?.data) },
  },
});

/** The current uploads. Uploads that were given up are in the event log. */
export const uploads: Declared = {
  name: 'uploads',
  module: 'assets',
  facts: { size_bytes: { log: logBytes } },
};

function Uploads() {
  useIngestPush();
  return <UploadPanel />;
}
