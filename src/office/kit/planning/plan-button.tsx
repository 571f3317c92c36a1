/** Keeping what a form holds for an instant, instead of saving it now. */
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  MenuItem,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type RaRecord,
  useDataProvider,
  useGetList,
  useGetRecordRepresentation,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { showInstant } from '../../../contract/zone.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { api } from '../../api.ts';
import { changedFields } from '../../data-provider.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { RecordOf } from '../../names.ts';
import { useMay } from '../access.ts';
import { beganAs, forgetDraft, isSame } from '../form-draft.tsx';
import { type Clock, ClockInput, instantOf, tomorrow } from './clock-input.tsx';

/** Beside Save; there for those who may plan. */
export function PlanButton() {
  const text = useText();
  const notify = useNotify();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const form = useFormContext();
  const mayPlan = useMay('create', 'releases');
  const [fields, setFields] = useState<Record<string, unknown> | null>(null);
  if (!mayPlan || resource === 'releases') return null;
  const open = async () => {
    if (!(await form.trigger())) {
      notify(text('plan.check'), { type: 'warning' });
      return;
    }
    const values = form.getValues();
    const entered =
      record?.id === undefined
        ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
        : changedFields(values, record);
    if (Object.keys(entered).length === 0) notify(text('plan.nothing'), { type: 'info' });
    else setFields(entered);
  };
  return (
    <>
      <Button startIcon={<ScheduleIcon />} onClick={() => void open()}>
        {text('plan.button')}
      </Button>
      {fields && (
        <PlanDialog
          resource={resource}
          id={record?.id}
          action={record?.id === undefined ? 'create' : 'update'}
          fields={fields}
          since={form.getValues('updated_at')}
          onClose={() => setFields(null)}
        />
      )}
    </>
  );
}

interface PlanDialogProps {
  resource: string;
  id: string | number | undefined;
  action: 'create' | 'update' | 'delete';
  fields: Record<string, unknown>;
  /** The version of the record that they were entered over. */
  since?: string | undefined;
  onClose: () => void;
}

/** Keeps one record's change; over what somebody else has saved meanwhile, only once that was said. */
export function PlanDialog({ resource, id, action, fields, since, onClose }: PlanDialogProps) {
  const text = useText();
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const record = useRecordContext();
  const nameOf = useGetRecordRepresentation(resource);
  const name = id === undefined ? '' : nameOf(record);
  const fieldName = useFieldName(resource);
  const dataProvider = useDataProvider();
  /** What both have changed, once it was said. */
  const [both, setBoth] = useState<string[] | null>(null);
  // None on a page that only shows.
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  const send = async (when: When) => {
    const { data } = await api('POST /api/admin/planned-changes', {
      body: {
        entity: resource,
        ...(id === undefined ? {} : { id: String(id) }),
        action,
        fields: since && !both ? { ...fields, updated_at: since } : fields,
        ...when,
      },
    });
    // What was entered is kept there: the form shows again what is live.
    if (action !== 'delete') {
      forgetDraft(resource, id);
      form?.reset(undefined, { keepValues: action === 'create' });
    }
    notify(text('plan.done'), { type: 'success' });
    await queryClient.invalidateQueries({ queryKey: ['planned', resource] });
    if (both) void queryClient.invalidateQueries({ queryKey: [resource] });
    onClose();
    if (id === undefined) redirect('show', 'releases', data.release_id);
  };
  const refuse = async (error: unknown) => {
    const failed = error instanceof ApiError ? error : undefined;
    if (failed?.code === 'conflict' && since && id !== undefined && !both) {
      const { data: theirs } = await dataProvider.getOne<RaRecord>(resource, { id });
      const began: Record<string, unknown> = { ...record, ...beganAs(resource, id) };
      setBoth(Object.keys(fields).filter((field) => !isSame(began[field], theirs[field])));
      return;
    }
    const errors = failed?.errors ?? {};
    const refused = Object.entries(errors).filter(([field]) => field in fields);
    for (const [field, texts] of refused) form?.setError(field, { type: 'server', message: texts.join(' ') });
    const said =
      refused.length > 0 ? text('plan.check') : Object.values(errors).flat().join(' ') || failed?.message;
    notify(said || 'ra.notification.http_error', { type: 'error', messageArgs: { _: said } });
    onClose();
  };
  return (
    <WhenDialog
      title={text(action === 'delete' ? 'plan.delete' : 'plan.title')}
      usualName={typeof name === 'string' ? name : ''}
      send={send}
      onRefused={(error) => void refuse(error)}
      onClose={onClose}
    >
      {both && (
        <Alert severity="warning">
          {text('plan.conflict')}
          {both.length > 0 && <div>{text('conflict.both', { fields: both.map(fieldName).join(', ') })}</div>}
        </Alert>
      )}
    </WhenDialog>
  );
}

/** At an instant, as a release of its own; or with one that there is. */
export type When = { release_id: string } | { applies_at: string; name?: string };

interface WhenDialogProps {
  title: string;
  /** What a release of this alone is called unless its maker calls it otherwise. */
  usualName?: string;
  send(when: When): Promise<void>;
  /** What is wrong with the change itself; what is wrong with its time is said here. */
  onRefused(error: unknown): void;
  onClose(): void;
  /** What has to be known before. */
  children?: ReactNode;
}

/** Asks when, and with which release. */
export function WhenDialog({ title, usualName = '', send, onRefused, onClose, children }: WhenDialogProps) {
  const text = useText();
  const translate = useTranslate();
  const locale = useOfficeLocale();
  const [clock, setClock] = useState<Clock>(tomorrow);
  const [name, setName] = useState(usualName.slice(0, 200));
  const [joined, setJoined] = useState<string | null>(null);
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const [busy, setBusy] = useState(false);
  const { data: newest = [] } = useGetList<RecordOf<'releases'>>('releases', {
    sort: { field: 'applies_at', order: 'DESC' },
    pagination: { page: 1, perPage: 100 },
  });
  // One that waits can be put right by what joins it.
  const others = newest.filter(({ status }) => status === 'planned' || status === 'waiting').toReversed();
  const at = instantOf(clock);
  const canSubmit = joined !== null ? joined !== '' : at !== undefined;

  const submit = async () => {
    setBusy(true);
    try {
      await send(
        joined === null
          ? { applies_at: at?.toISOString() ?? '', ...(name.trim() ? { name } : {}) }
          : { release_id: joined },
      );
    } catch (error) {
      setBusy(false);
      const errors = (error instanceof ApiError && error.errors) || {};
      setWrong(errors);
      if (!['applies_at', 'name', 'release_id'].some((field) => field in errors)) onRefused(error);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="plan-title">
      <DialogTitle id="plan-title">{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Typography variant="body2" color="text.secondary">
          {text('plan.hint')}
        </Typography>
        {children}
        {others.length > 0 && (
          <RadioGroup
            row
            value={joined === null ? 'own' : 'join'}
            onChange={(_event, chosen) => setJoined(chosen === 'join' ? (others[0]?.id ?? '') : null)}
          >
            <FormControlLabel value="own" control={<Radio size="small" />} label={text('plan.own')} />
            <FormControlLabel value="join" control={<Radio size="small" />} label={text('plan.join')} />
          </RadioGroup>
        )}
        {joined === null ? (
          <>
            <ClockInput
              value={clock}
              onChange={(entered) => {
                setClock(entered);
                // What was said is of the time before.
                setWrong({});
              }}
              error={wrong.applies_at?.join(' ')}
            />
            <TextField
              label={text('plan.name')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={Boolean(wrong.name ?? wrong.release_id)}
              helperText={(wrong.name ?? wrong.release_id)?.join(' ') ?? text('plan.name_hint')}
              fullWidth
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
          </>
        ) : (
          <TextField
            select
            label={text('plan.release')}
            value={joined}
            onChange={(event) => setJoined(event.target.value)}
            error={Boolean(wrong.release_id)}
            helperText={wrong.release_id?.join(' ')}
            fullWidth
          >
            {others.map((release) => (
              <MenuItem key={release.id} value={release.id} sx={{ whiteSpace: 'normal' }}>
                {release.name} · {showInstant(release.applies_at, locale)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} disabled={!canSubmit} onClick={() => void submit()}>
          {text('plan.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
