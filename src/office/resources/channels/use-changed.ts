import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { ChangeOutcome } from '../../../contract/admin/changes.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { noteChange } from '../../kit/last-change.ts';

/** Reads everything again after a change, and offers to undo it. */
export function useChanged(): (outcome: { data: ChangeOutcome }, message: TextKey) => Promise<void> {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async ({ data }, message) => {
    noteChange(data);
    await queryClient.invalidateQueries();
    const count = data.changed.reduce((total, own) => total + own.count, 0);
    notify(text(message, { count }), { type: 'success' });
  };
}
