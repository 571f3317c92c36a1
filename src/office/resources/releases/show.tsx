/** One release: what it changes, and what can be done about it. */
import PreviewIcon from '@mui/icons-material/PreviewOutlined';
import {
  Alert,
  Box,
  Button,
  Card,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Button as ActionButton,
  LinkBase,
  ListButton,
  Show,
  TopToolbar,
  useNotify,
  useRecordContext,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { koreaZone, showInstant } from '../../../contract/zone.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { entities, useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { useMay, useMayPreview } from '../../kit/access.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { Tag } from '../../kit/chips.tsx';
import { ChoiceCell } from '../../kit/columns.tsx';
import { EventChanges } from '../../kit/event-changes.tsx';
import { ActionTag, EventLogButton } from '../../kit/event-log.tsx';
import { Facts } from '../../kit/facts.tsx';
import { showNumber } from '../../kit/format.ts';
import { Guarded } from '../../kit/guarded.tsx';
import { noteChange } from '../../kit/last-change.ts';
import { ClockInput, clockOf, instantOf } from '../../kit/planning/clock-input.tsx';
import { previewAddress } from '../../kit/preview-button.tsx';
import { useTellProblem } from '../../kit/problem.ts';
import { refusalText, UndoButton } from '../../kit/undo.tsx';
import type { RecordOf } from '../../names.ts';
import { releaseStates } from './states.ts';

type Release = RecordOf<'releases'>;

export function ReleaseShow() {
  return (
    <Guarded action="show">
      <Show<Release>
        actions={
          <TopToolbar>
            <ListButton />
            <PreviewRelease />
            <EventLogButton />
          </TopToolbar>
        }
        component={Box}
        sx={{ maxWidth: 1100 }}
      >
        <Parts />
      </Show>
    </Guarded>
  );
}

function Parts() {
  const text = useText();
  const fieldName = useFieldName();
  const locale = useOfficeLocale();
  const release = useRecordContext<Release>();
  const mayChange = useMay('update', 'releases');
  if (!release) return null;
  const facts: [string, string][] = [
    [text('plan.at'), showInstant(release.applies_at, locale)],
    ['', text('window.korea', { time: showInstant(release.applies_at, locale, koreaZone, true) })],
    [text('release.applied'), showInstant(release.applied_at, locale)],
    [fieldName('staff_name'), release.staff_name],
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Card variant="outlined" sx={{ p: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {release.name}
          </Typography>
          <ChoiceCell {...releaseStates[release.status]} />
          {release.undone && <Tag label={text('release.undone')} />}
        </Box>
        <Box sx={{ mb: 1.5 }}>
          <Facts facts={facts} />
        </Box>
        {release.status === 'waiting' && (
          <Alert severity="warning" sx={{ mb: 1.5 }}>
            {text('release.waiting_hint')}
          </Alert>
        )}
        {mayChange && <Actions release={release} />}
      </Card>
      <Changes release={release} mayChange={mayChange} />
    </Box>
  );
}

/** Opens the preview as it is when the release is applied; there where it has not been. */
function PreviewRelease() {
  const text = useText();
  const release = useRecordContext<Release>();
  const mayPreview = useMayPreview();
  if (!mayPreview || (release?.status !== 'planned' && release?.status !== 'waiting')) return null;
  const at = Date.parse(release.applies_at) > Date.now() ? release.applies_at : null;
  return (
    <ActionButton
      component={LinkBase}
      to={previewAddress('/', at, String(release.id))}
      label={text('preview.button')}
    >
      <PreviewIcon />
    </ActionButton>
  );
}

/** Says what came of an action, and reads everything again. */
function useAfter(): (run: () => Promise<string | undefined>) => Promise<void> {
  const notify = useNotify();
  const tellProblem = useTellProblem();
  const queryClient = useQueryClient();
  return async (run) => {
    try {
      const said = await run();
      await queryClient.invalidateQueries();
      if (said) notify(said, { type: 'success' });
    } catch (error) {
      tellProblem(error);
    }
  };
}

function Actions({ release }: { release: Release }) {
  const text = useText();
  const notify = useNotify();
  const after = useAfter();
  const [isMoving, setMoving] = useState(false);
  const { id, status, event_id: eventId } = release;
  const patch = async (body: { applies_at?: string; status?: 'planned' | 'cancelled' }) => {
    const saved = await api('PATCH /api/admin/releases/{id}', { params: { id }, body });
    noteChange(saved);
  };
  const apply = (anyway: boolean) =>
    after(async () => {
      const { data } = await api('POST /api/admin/releases/{id}/apply', { params: { id }, body: { anyway } });
      const [refusal] = data.refused;
      if (refusal) {
        notify(text('release.refused', { reason: refusalText(refusal) }), {
          type: 'warning',
          autoHideDuration: null,
        });
        return undefined;
      }
      noteChange(data);
      return text('release.applied_done');
    });
  if (status === 'applied')
    return eventId && !release.undone ? <UndoButton eventId={eventId} variant="outlined" /> : null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {status !== 'cancelled' && (
        <AskedButton
          variant="contained"
          question={text('release.apply_question')}
          onConfirm={() => apply(false)}
        >
          {text('release.apply')}
        </AskedButton>
      )}
      {status === 'waiting' && (
        <AskedButton
          variant="outlined"
          question={text('release.anyway_question')}
          onConfirm={() => apply(true)}
        >
          {text('release.anyway')}
        </AskedButton>
      )}
      <Button size="small" variant="outlined" onClick={() => setMoving(true)}>
        {text(status === 'planned' ? 'release.move' : 'release.plan_again')}
      </Button>
      {status !== 'cancelled' && (
        <AskedButton
          color="error"
          question={text('release.cancel_question')}
          onConfirm={() =>
            after(async () => {
              await patch({ status: 'cancelled' });
              return text('release.cancelled_done');
            })
          }
        >
          {text('release.cancel')}
        </AskedButton>
      )}
      {isMoving && (
        <MoveDialog
          at={release.applies_at}
          onClose={() => setMoving(false)}
          onChosen={(applies_at) => patch({ applies_at, status: 'planned' })}
        />
      )}
    </Box>
  );
}

function MoveDialog({
  at,
  onChosen,
  onClose,
}: {
  at: string;
  onChosen: (at: string) => Promise<void>;
  onClose: () => void;
}) {
  const text = useText();
  const translate = useTranslate();
  const after = useAfter();
  const [clock, setClock] = useState(() => clockOf(new Date(at)));
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const instant = instantOf(clock);
  const submit = () =>
    after(async () => {
      if (!instant) return undefined;
      setBusy(true);
      try {
        await onChosen(instant.toISOString());
      } catch (error) {
        setBusy(false);
        const said = error instanceof ApiError ? error.errors.applies_at : undefined;
        if (!said) throw error;
        setWrong(said.join(' '));
        return undefined;
      }
      onClose();
      return text('plan.done');
    });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="move-title">
      <DialogTitle id="move-title">{text('release.move_title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, '&&': { pt: 1 } }}>
        <ClockInput
          value={clock}
          onChange={(entered) => {
            setClock(entered);
            // What was said is of the time before.
            setWrong(undefined);
          }}
          error={wrong}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={!instant} onClick={() => void submit()}>
          {text('plan.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** So many changes of a release are shown at first. */
const maxShown = 50;

function Changes({ release, mayChange }: { release: Release; mayChange: boolean }) {
  const text = useText();
  const locale = useOfficeLocale();
  const after = useAfter();
  const pages = useResourceDefinitions();
  const { data } = useQuery({
    queryKey: ['releases', 'changes', release.id, release.updated_at],
    queryFn: async () =>
      (await api('GET /api/admin/releases/{id}/changes', { params: { id: release.id } })).data,
  });
  const [isWhole, setWhole] = useState(false);
  const all = data ?? [];
  // Of many, those that no longer fit are seen first.
  const shown =
    isWhole || all.length <= maxShown
      ? all
      : [...all.filter(({ reason }) => reason), ...all.filter(({ reason }) => !reason)].slice(0, maxShown);
  const causes = all.filter(({ reason }) => reason).map(({ label }) => label);
  const isOver = release.status === 'applied' || release.status === 'cancelled';
  const addressOf = (entity: string, id: string) => {
    const page = pages[entity];
    if (page?.hasEdit) return `/${entity}/${id}`;
    return page?.hasShow ? `/${entity}/${id}/show` : undefined;
  };
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="subtitle1" component="h3">
        {text(release.status === 'applied' ? 'release.changes_made' : 'release.changes')}
      </Typography>
      {data?.length === 0 && <Typography color="text.secondary">{text('release.no_changes')}</Typography>}
      {shown.map((change) => {
        // A record that is yet to be made has no page.
        const isThere = change.action === 'update' || release.status === 'applied';
        const to =
          isThere && change.action !== 'delete' ? addressOf(change.entity, change.entity_id) : undefined;
        return (
          <Card key={change.id} variant="outlined" component="article" sx={{ p: 1.5, minWidth: 0 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5 }}>
              <ActionTag action={change.action} />
              <Typography variant="body2" color="text.secondary">
                {entities[change.entity]?.[locale] ?? change.entity}
              </Typography>
              <Typography
                variant="subtitle2"
                sx={{ overflowWrap: 'anywhere', color: 'text.primary' }}
                {...(to ? { component: LinkBase, to } : {})}
              >
                {change.label}
              </Typography>
              <Typography variant="caption" color="text.secondary" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
                {change.staff_name}
              </Typography>
              {mayChange && !isOver && (
                <AskedButton
                  question={text('release.remove_question')}
                  aria-label={`${text('release.remove')}: ${change.label}`}
                  onConfirm={() =>
                    after(async () => {
                      await api('DELETE /api/admin/releases/{id}/changes/{change}', {
                        params: { id: release.id, change: change.id },
                      });
                      return undefined;
                    })
                  }
                >
                  {text('release.remove')}
                </AskedButton>
              )}
            </Box>
            {change.reason && (
              <Alert severity="warning" sx={{ mb: 1, py: 0 }}>
                <Reason entity={change.entity} reason={change.reason} />
              </Alert>
            )}
            {release.status === 'waiting' && !change.reason && causes.length > 0 && (
              <Typography variant="body2" color="text.secondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
                <Waits causes={causes} />
              </Typography>
            )}
            {change.changes === null ? (
              <Typography variant="body2" color="text.secondary">
                {text('release.not_yours')}
              </Typography>
            ) : (
              change.action !== 'delete' && (
                <EventChanges event={{ entity: change.entity, changes: change.changes }} />
              )
            )}
          </Card>
        );
      })}
      {shown.length < all.length && (
        <Button onClick={() => setWhole(true)} sx={{ justifySelf: 'start' }}>
          {text('release.all_changes', { count: showNumber(all.length, locale) })}
        </Button>
      )}
    </Box>
  );
}

const maxCauses = 3;

/** Says of a change that fits which ones keep it waiting; those that the reader may not see have no label. */
function Waits({ causes }: { causes: readonly string[] }) {
  const text = useText();
  const known = causes.filter(Boolean).slice(0, maxCauses);
  const more = causes.length - known.length;
  if (known.length === 0) return <>{text('release.waits')}</>;
  const names = known.join(', ');
  return <>{text(more > 0 ? 'release.waits_for_more' : 'release.waits_for', { names, more })}</>;
}

/** Why a change no longer fits: by field where it is one's. */
function Reason({
  entity,
  reason,
}: {
  entity: string;
  reason: { message: string; errors: Record<string, string[]> };
}) {
  const fieldName = useFieldName(entity);
  const errors = Object.entries(reason.errors);
  if (errors.length === 0) return <>{reason.message}</>;
  return (
    <>
      {errors.map(([field, texts]) => (
        <Box key={field}>
          {fieldName(field)}: {texts.join(' ')}
        </Box>
      ))}
    </>
  );
}
