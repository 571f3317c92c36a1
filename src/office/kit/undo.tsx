import UndoIcon from '@mui/icons-material/Undo';
import { Button, type ButtonProps } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { useCanAccess, useNotify } from 'react-admin';
import type { ChangeOutcome } from '../../contract/admin/changes.ts';
import { ApiError } from '../../ui/api-client.ts';
import { api } from '../api.ts';
import { useText } from '../i18n/i18n-provider.ts';
import type { RecordOf } from '../names.ts';
import { FactsOfResources } from './field.tsx';
import { noteChange } from './last-change.ts';

/** What of a resource the server can undo: every change, all but deletes, or nothing. */
export type Undo = 'all' | 'changes' | 'none';

/** What can be undone of each resource, by its name; of what is no resource nothing can. */
export const UndoOfResources = createContext<Partial<Record<string, Undo>>>({});

/** Whether a deleted record of a resource can come back. */
export const useReturns = (resource: string): boolean => use(UndoOfResources)[resource] === 'all';

/** What takes back each change of a single record. */
const opposites: Record<string, string> = { create: 'delete', update: 'edit', delete: 'create' };

/** Whether the signed-in person can have an entry of the event log undone. */
export function useCanUndo({ action, entity, entity_id, records, changes }: RecordOf<'events'>): boolean {
  const undo = use(UndoOfResources)[entity] ?? 'none';
  const facts = use(FactsOfResources)[entity] ?? {};
  const opposite = opposites[action];
  const { canAccess } = useCanAccess({ resource: entity, action: opposite ?? 'edit' });
  if (!canAccess || undo === 'none' || (action === 'delete' && undo === 'changes')) return false;
  if (records > 1) return true;
  // What staff do not enter, such as a password, is not kept.
  const isKept =
    action !== 'update' || Object.keys(changes).some((field) => field in facts || field === 'position');
  return records === 1 && entity_id !== null && opposite !== undefined && isKept;
}

/** Says why records were refused: the first one's reasons. */
export function refusalText({ label, message, errors }: ChangeOutcome['refused'][number]): string {
  const reasons = Object.values(errors).flat();
  return `${label ? `${label}: ` : ''}${reasons.length > 0 ? reasons.join(' ') : message}`;
}

/** Undoes an entry of the event log, and reads everything again. Answers whether it could. */
export function useUndo(): (eventId: string) => Promise<boolean> {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  return async (eventId) => {
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
      noteChange(data.event_id);
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
