import type { SyncEntry } from '../../../contract/admin/youtube-syncs.ts';
import { showInstant } from '../../../contract/zone.ts';
import type { Text } from '../../i18n/i18n-provider.ts';
import type { Choice } from '../../kit/chips.tsx';
import type { RecordOf } from '../../names.ts';

export type Sync = RecordOf<'youtube-syncs'>;

/** What has become of a sync. */
export const syncStates: Record<Sync['state'], Choice> = {
  waiting: { text: 'state.waiting' },
  running: { text: 'state.running', tone: 'sky' },
  done: { text: 'state.done', tone: 'jade' },
  failed: { text: 'state.failed', tone: 'rose' },
};

/** What a sync does to a clip or a playlist. */
export const syncChanges: Record<SyncEntry['change'], Choice> = {
  new: { text: 'youtube.new', tone: 'jade' },
  changed: { text: 'youtube.changed', tone: 'sky' },
  withdrawn: { text: 'youtube.withdrawn', tone: 'rose' },
  returned: { text: 'youtube.returned', tone: 'gold' },
};

/** Whether a sync is still to come or on its way. */
export const isOpen = ({ state }: Pick<Sync, 'state'>): boolean => state === 'waiting' || state === 'running';

/** Why a sync has failed, in words. */
export function problemText(
  { error, error_detail, retry_at }: Sync,
  text: Text,
  locale: 'ko' | 'en',
): string {
  return text(`youtube.error.${error ?? 'internal'}`, {
    at: showInstant(retry_at, locale),
    what: error_detail ?? '',
  });
}
