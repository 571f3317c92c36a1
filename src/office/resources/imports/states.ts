import type { Choice } from '../../kit/chips.tsx';
import type { RecordOf } from '../../names.ts';

export type ImportRecord = RecordOf<'imports'>;

/** How far an import is. */
export const importStates: Record<ImportRecord['state'], Choice> = {
  uploaded: { text: 'import.state_uploaded' },
  checking: { text: 'import.state_checking', tone: 'sky' },
  checked: { text: 'import.state_checked', tone: 'gold' },
  importing: { text: 'import.state_importing', tone: 'sky' },
  done: { text: 'import.state_done', tone: 'jade' },
  failed: { text: 'import.state_failed', tone: 'rose' },
};

/** What becomes of a row. */
export const rowStates = {
  new: { text: 'import.row_new', tone: 'jade' },
  changed: { text: 'import.row_changed', tone: 'sky' },
  same: { text: 'import.row_same' },
  refused: { text: 'import.row_refused', tone: 'rose' },
} as const satisfies Record<string, Choice>;
export type RowState = keyof typeof rowStates;

export const isRunning = ({ state }: Pick<ImportRecord, 'state'>): boolean =>
  state === 'checking' || state === 'importing';
