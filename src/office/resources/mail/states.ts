import type { TextKey } from '../../i18n/texts.ts';
import type { RecordOf } from '../../names.ts';
import type { Accent } from '../../theme.ts';

/** What has become of a message. */
export const mailStates: Record<RecordOf<'mail'>['state'], { text: TextKey; tone: Accent }> = {
  queued: { text: 'mail.queued', tone: 'sky' },
  sent: { text: 'mail.sent', tone: 'jade' },
  failed: { text: 'mail.failed', tone: 'rose' },
  kept: { text: 'mail.kept', tone: 'grey' },
};
