import UndoIcon from '@mui/icons-material/Undo';
import { Button, type ButtonProps } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ChangeOutcome } from '../../contract/admin/changes.ts';
import { ApiError } from '../../ui/api-client.ts';
import { api } from '../api.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { useIdentity } from './access.ts';
import { holdsUnsaved } from './form-draft.tsx';
import { noteChange } from './last-change.ts';

/** Whether a deleted record of a resource can come back. */
export const useReturns = (resource: string): boolean =>
  useIdentity().data?.restorable.includes(resource) ?? false;

/** Says why records were refused: the first one's reasons. */
export function refusalText({ label, message, errors }: ChangeOutcome['refused'][number]): string {
  const reasons = Object.values(errors).flat();
  return `${label ? `${label}: ` : ''}${reasons.length > 0 ? reasons.join(' ') : message}`;
}

/** Undoes an entry of the event log, and reads everything again; not while a form holds what that would put back. Answers whether it could. */
export function useUndo(): (eventId: string) => Promise<boolean> {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async (eventId) => {
    if (holdsUnsaved()) {
      notify(text('undo.unsaved'), { type: 'warning', autoHideDuration: null });
      return false;
    }
    try {
      const { data } = await api('POST /api/admin/undo', { body: { event_id: eventId } });
      const [refusal] = data.refused;
      if (refusal) {
        notify(text('undo.refused', { reason: refusalText(refusal) }), {
          type: 'warning',
          autoHideDuration: null,
        });
        return false;
      }
      noteChange(data);
      await queryClient.invalidateQueries();
      notify(text('undo.done'), { type: 'success' });
      return true;
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
      return false;
    }
  };
}

/** Undoes an entry of the event log. */
export function UndoButton({ eventId, ...look }: ButtonProps & { eventId: string }) {
  const text = useText();
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      startIcon={<UndoIcon />}
      {...look}
      loading={busy}
      onClick={async (event) => {
        look.onClick?.(event);
        setBusy(true);
        await undo(eventId);
        setBusy(false);
      }}
    >
      {text('undo.button')}
    </Button>
  );
}
