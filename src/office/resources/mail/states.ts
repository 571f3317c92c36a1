import type { Choice } from '../../kit/chips.tsx';
import type { RecordOf } from '../../names.ts';

/** What has become of a message. */
export const mailStates: Record<RecordOf<'mail'>['state'], Choice> = {
  queued: { text: 'mail.queued', tone: 'sky' },
  sent: { text: 'mail.sent', tone: 'jade' },
  failed: { text: 'mail.failed', tone: 'rose' },
  unsent: { text: 'mail.unsent', tone: 'grey' },
};
