import type { Choice } from '../../kit/chips.tsx';
import type { RecordOf } from '../../names.ts';

/** How far a release is. */
export const releaseStates: Record<RecordOf<'releases'>['status'], Choice> = {
  planned: { text: 'release.planned', tone: 'sky' },
  waiting: { text: 'release.waiting', tone: 'gold' },
  applied: { text: 'release.applied', tone: 'jade' },
  cancelled: { text: 'release.cancelled' },
};
