import { AssetStateTag } from '../../kit/chips.tsx';
import { type Column, instantColumn, nameColumn } from '../../kit/columns.tsx';
import { ChoiceFilter, SearchFilter } from '../../kit/filters.tsx';
import { showBytes, showDuration } from '../../kit/format.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { useIngestPush } from './ingest-push.ts';
import { type Asset, pollWhile, RetryButton, StepBars } from './steps.tsx';
import { UploadPanel } from './upload-panel.tsx';

const resolution = (asset: Asset) => (asset.width && asset.height ? `${asset.width}×${asset.height}` : '');

const columns: Column<Asset>[] = [
  nameColumn('file_name'),
  {
    source: 'state',
    cell: (asset) => <AssetStateTag state={asset.state} />,
    csv: (asset, { text }) => text(`asset.${asset.state}`),
  },
  { source: 'steps', sort: false, cell: (asset) => <StepBars asset={asset} /> },
  {
    source: 'duration_ms',
    align: 'right',
    cell: (asset) => showDuration(asset.duration_ms),
    csv: (asset) => showDuration(asset.duration_ms),
  },
  { source: 'resolution', sort: false, align: 'right', from: 'md', cell: resolution, csv: resolution },
  {
    source: 'size_bytes',
    sort: false,
    align: 'right',
    from: 'sm',
    cell: (asset) => showBytes(asset.size_bytes),
    csv: (asset) => asset.size_bytes,
  },
  instantColumn('created_at', { from: 'md' }),
];

/** Every master file: uploads above, and how far each one is. */
export function AssetList() {
  useIngestPush();
  return (
    <ListPage<Asset>
      columns={columns}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      canCreate={false}
      emptyHint="asset.empty"
      above={<UploadPanel />}
      rowActions={(asset) => <RetryButton asset={asset} />}
      queryOptions={{ refetchInterval: (query) => pollWhile(query.state.data?.data) }}
      filters={[
        <SearchFilter key="q" source="q" alwaysOn />,
        <ChoiceFilter
          key="state"
          source="state"
          alwaysOn
          choices={[
            { id: 'processing', text: 'asset.processing' },
            { id: 'ready', text: 'asset.ready' },
            { id: 'failed', text: 'asset.failed' },
          ]}
        />,
      ]}
    />
  );
}
