/** Says what a change of many records would do, with the refusals and their reasons, before it is done. */
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import {
  Alert,
  Box,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { BulkChange, ChangeOutcome } from '../../../contract/admin/changes.ts';
import { api } from '../../api.ts';
import { entities, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../access.ts';
import { showNumber } from '../format.ts';
import { noteChange } from '../last-change.ts';
import { type When, WhenDialog } from '../planning/plan-button.tsx';
import { problemOf } from '../problem.ts';
import { refusalText } from '../undo.tsx';

/** The records that are changed: by their ids, or all that filters find. */
export type Selected = { ids: string[] } | { query: Record<string, string>; expected: number };

const maxShown = 50;

export function ChangeDialog({
  resource,
  selected,
  change,
  title,
  onClose,
}: {
  resource: string;
  selected: Selected;
  change: BulkChange;
  title: string;
  /** `done` when the records were changed. */
  onClose: (done: boolean) => void;
}) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const queryClient = useQueryClient();
  /** What came of a change that was refused after all. */
  const [refused, setRefused] = useState<ChangeOutcome | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [planning, setPlanning] = useState(false);
  const mayPlan = useMay('create', 'releases');

  const isDelete = change.action === 'delete';
  const send = async (how: { dry_run?: boolean; refused: 'skip' | 'stop' }) =>
    (await api('POST /api/admin/changes', { body: { resource, ...selected, change, ...how } })).data;
  const saidOf = (error: unknown) => problemOf(error) || translate('ra.notification.http_error');
  // Those that can be changed are changed in the try as well, so that their number is known.
  const tried = useQuery({
    queryKey: ['change', resource, selected, change],
    queryFn: () => send({ dry_run: true, refused: 'skip' }),
    // Asked anew each time that the question is.
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const outcome = refused ?? tried.data;
  const problem = failure || (tried.error && saidOf(tried.error));
  const confirm = async (how: 'skip' | 'stop') => {
    setBusy(true);
    const made = await send({ refused: how }).catch((error: unknown) => {
      setFailure(saidOf(error));
      return null;
    });
    setBusy(false);
    if (!made) return;
    if (made.refused_count > 0 && how === 'stop') {
      setRefused(made);
      return;
    }
    noteChange(made);
    await queryClient.invalidateQueries();
    const count = made.changed.find(isOwn)?.count ?? 0;
    notify(
      text(isDelete ? 'bulk.deleted' : 'bulk.done', { count: showNumber(count, locale), smart_count: count }),
      {
        type: 'success',
      },
    );
    onClose(true);
  };
  const plan = async (when: When) => {
    const { data } = await api('POST /api/admin/planned-changes/many', {
      body: { resource, ...selected, change, refused: hasRefusals ? 'skip' : 'stop', ...when },
    });
    setPlanning(false);
    if (data.release_id === null) {
      // Something was refused that was not when it was tried.
      await tried.refetch();
      return;
    }
    notify(text('plan.many_done', { count: showNumber(data.planned, locale), smart_count: data.planned }), {
      type: 'success',
    });
    await queryClient.invalidateQueries();
    onClose(true);
  };
  const nameOf = (name: string) => entities[name]?.[locale] ?? name;
  const isOwn = ({ resource: name, action }: ChangeOutcome['changed'][number]) =>
    name === resource && action === (isDelete ? 'delete' : 'update');
  const line = (changed: ChangeOutcome['changed'][number]) => {
    const values = { resource: nameOf(changed.resource), count: showNumber(changed.count, locale) };
    if (isOwn(changed)) return text(isDelete ? 'bulk.will_delete' : 'bulk.will_change', values);
    return text(changed.action === 'delete' ? 'bulk.also_deleted' : 'bulk.also_changed', values);
  };
  const own = outcome?.changed.find(isOwn);
  const others = outcome?.changed.filter((changed) => !isOwn(changed)) ?? [];
  const hasRefusals = (outcome?.refused_count ?? 0) > 0;
  return (
    <Dialog open onClose={() => onClose(false)} fullWidth maxWidth="sm" aria-labelledby="change-title">
      <DialogTitle id="change-title">{title}</DialogTitle>
      <DialogContent aria-live="polite">
        {problem && <Alert severity="error">{problem}</Alert>}
        {!outcome && !problem && (
          <Stack direction="row" sx={{ alignItems: 'center', columnGap: 2 }}>
            <CircularProgress size={20} />
            <Typography>{text('bulk.checking')}</Typography>
          </Stack>
        )}
        {outcome && (
          <Stack sx={{ rowGap: 1 }}>
            {own && <Typography>{line(own)}</Typography>}
            {others.map((other) => (
              <Typography key={`${other.resource} ${other.action}`} color="text.secondary">
                {line(other)}
              </Typography>
            ))}
            {outcome.changed.length === 0 && !hasRefusals && <Typography>{text('bulk.nothing')}</Typography>}
            {hasRefusals && (
              <Alert severity="warning">
                <Typography variant="subtitle2">
                  {text('bulk.refused', { count: showNumber(outcome.refused_count, locale) })}
                </Typography>
                <Box component="ul" sx={{ m: 0, pl: 2, maxHeight: 240, overflowY: 'auto' }}>
                  {outcome.refused.slice(0, maxShown).map((refusal) => (
                    <li key={`${refusal.resource} ${refusal.id}`}>{refusalText(refusal)}</li>
                  ))}
                  {outcome.refused_count > maxShown && (
                    <li>
                      {text('bulk.refused_more', {
                        count: showNumber(outcome.refused_count - maxShown, locale),
                      })}
                    </li>
                  )}
                </Box>
              </Alert>
            )}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{translate('ra.action.cancel')}</Button>
        {own && mayPlan && resource !== 'releases' && (
          <Button startIcon={<ScheduleIcon />} onClick={() => setPlanning(true)}>
            {text('plan.button')}
          </Button>
        )}
        {own && (
          <Button
            variant="contained"
            color={isDelete ? 'error' : 'primary'}
            loading={busy}
            onClick={() => void confirm(hasRefusals ? 'skip' : 'stop')}
          >
            {hasRefusals
              ? text('bulk.skip')
              : isDelete
                ? translate('ra.action.delete')
                : text('bulk.confirm')}
          </Button>
        )}
      </DialogActions>
      {planning && (
        <WhenDialog
          title={text(isDelete ? 'plan.delete' : 'plan.title')}
          send={plan}
          onRefused={(error) => {
            setPlanning(false);
            setFailure(saidOf(error));
          }}
          onClose={() => setPlanning(false)}
        />
      )}
    </Dialog>
  );
}
