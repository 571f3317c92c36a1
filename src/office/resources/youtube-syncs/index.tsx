import Icon from '@mui/icons-material/SyncOutlined';
import { choice, custom, flag, instant, number } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { SyncPanel } from './panel.tsx';
import { SyncShow } from './show.tsx';
import { isOpen, type Sync, syncStates } from './states.ts';

/** Keeping partner video as it is at YouTube: the quota and the playlists above, the last syncs below. */
export const youtubeSyncs = declareResource('youtube-syncs', {
  menu: { group: 'partner_video', place: 40 },
  module: 'partner-video',
  title: { ko: '유튜브 동기화', en: 'YouTube sync' },
  icon: Icon,
  fields: [
    instant('created_at', { label: { ko: '시작', en: 'Started' }, list: true }),
    flag(
      'dry_run',
      { yes: { text: 'youtube.kind_check' }, no: { text: 'youtube.kind_sync', tone: 'sky' } },
      { label: { ko: '종류', en: 'Type' }, list: true, filter: true },
    ),
    choice('state', syncStates, { list: true }),
    number('new_count', { label: { ko: '새로 생김', en: 'New' }, list: { sort: false } }),
    number('changed_count', { label: { ko: '바뀜', en: 'Changed' }, list: { sort: false } }),
    number('withdrawn_count', { label: { ko: '내려감', en: 'Withdrawn' }, list: { sort: false } }),
    number('units', { label: { ko: '할당량', en: 'Units' }, list: { sort: false, from: 'md' } }),
    custom('staff_name', {
      column: {
        sort: false,
        from: 'sm',
        cell: ({ staff_name }) => staff_name ?? '—',
        exported: {},
      },
      ask: { kind: 'text' },
    }),
    instant('ended_at', { list: { from: 'md' } }),
  ],
  sort: { field: 'created_at', order: 'DESC' },
  pages: { show: SyncShow },
  list: {
    above: <SyncPanel />,
    canDelete: false,
    emptyHint: 'youtube.no_syncs',
    queryOptions: {
      refetchInterval: (query) =>
        (query.state.data?.data as Sync[] | undefined)?.some(isOpen) ? 2000 : false,
    },
  },
});
