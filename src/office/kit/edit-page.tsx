/** Creating, changing and reading one record: the same fields serve all three. */
import DeleteIcon from '@mui/icons-material/Delete';
import { Alert, Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  Confirm,
  Create,
  Edit,
  type HttpError,
  type Identifier,
  ListButton,
  Button as RaButton,
  type RaRecord,
  SaveButton,
  Show,
  SimpleForm,
  Toolbar,
  TopToolbar,
  type UpdateParams,
  useCloseNotification,
  useDataProvider,
  useDelete,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { api } from '../api.ts';
import { changedFields } from '../data-provider.ts';
import { entities, useFieldName, useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from './access.ts';
import { EventLogButton } from './event-log.tsx';
import { beganAs, discardDraft, FormDraft, isSame } from './form-draft.tsx';
import { showNumber } from './format.ts';
import { Guarded } from './guarded.tsx';
import { PlanButton, PlanDialog } from './planning/plan-button.tsx';
import { PlannedBanner } from './planning/planned-banner.tsx';
import { PreviewButton } from './preview-button.tsx';
import { ReadOnlyContext } from './read-only.ts';
import { recordName } from './reference-name.tsx';
import { RefusedDelete } from './refused-delete.tsx';
import { refusalText, useReturns } from './undo.tsx';

/** The values to save, as react-admin passes them. */
type Saved = Partial<UpdateParams> & { resource?: string };

/**
 * Handles a failed save. Fields show their own problems, a conflict asks which version to keep, and a notice shows other
 * errors.
 */
export function useSaveFailed(): (error: unknown, saved?: Saved) => void {
  const notify = useNotify();
  return (error, saved = {}) => {
    const { body, message } = error as HttpError & { body?: { code?: string; errors?: object } };
    if (body?.errors) return;
    if (body?.code === 'conflict') {
      notify(<ConflictNotice saved={saved} />, { type: 'warning', autoHideDuration: null });
      return;
    }
    notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
  };
}

/** Shows that another staff member has saved meanwhile, and the fields that both changed. Theirs is loaded, or ours replaces it. */
function ConflictNotice({ saved: { resource = '', id, data = {}, previousData } }: { saved: Saved }) {
  const text = useText();
  const fieldName = useFieldName(resource);
  const notify = useNotify();
  const refresh = useRefresh();
  const close = useCloseNotification();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const saveFailed = useSaveFailed();
  const { data: theirs } = useQuery({
    queryKey: [resource, 'conflict', id],
    queryFn: async () => (await dataProvider.getOne(resource, { id })).data as RaRecord,
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const mine = changedFields(data, previousData ?? {});
  const began = { ...previousData, ...beganAs(resource, id) };
  const both = theirs ? Object.keys(mine).filter((field) => !isSame(began[field], theirs[field])) : [];
  const saveMine = async () => {
    const saved = { id, data: { ...mine, updated_at: theirs?.updated_at }, previousData: theirs };
    try {
      await dataProvider.update(resource, saved as UpdateParams);
      await queryClient.invalidateQueries();
      discardDraft(resource, id);
      notify('ra.notification.updated', { type: 'success', messageArgs: { smart_count: 1 } });
    } catch (error) {
      const { body, message } = error as HttpError & { body?: { errors?: object } };
      if (body?.errors) notify(message, { type: 'error' });
      else saveFailed(error, { resource, ...saved } as Saved);
    }
  };
  return (
    <Alert
      severity="warning"
      variant="filled"
      // A press closes it like any message, the one on its buttons too.
      onClick={close}
      sx={{ cursor: 'pointer', maxWidth: 480 }}
    >
      {text('conflict.text')}
      {both.length > 0 && <Box>{text('conflict.both', { fields: both.map(fieldName).join(', ') })}</Box>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button
          color="inherit"
          size="small"
          variant="outlined"
          onClick={() => {
            discardDraft(resource, id);
            refresh();
          }}
        >
          {text('conflict.reload')}
        </Button>
        {theirs && (
          <Button color="inherit" size="small" variant="outlined" onClick={() => void saveMine()}>
            {text('conflict.save_mine')}
          </Button>
        )}
      </Box>
    </Alert>
  );
}

interface FormToolbarProps {
  canDelete?: boolean;
  /** More buttons, after those that save. */
  children?: ReactNode;
}

/** Save at the left, delete at the right, always in reach. */
export function FormToolbar({ canDelete = true, children }: FormToolbarProps) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const mayDelete = useMay('delete', resource);
  return (
    <Toolbar
      sx={{ position: 'sticky', bottom: 0, zIndex: 2, justifyContent: 'space-between', width: '100%' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <SaveButton alwaysEnable={record?.id === undefined} />
        <PlanButton />
        {children}
      </Box>
      {record?.id !== undefined && canDelete && mayDelete && <DeleteButton />}
    </Toolbar>
  );
}

interface DeleteButtonProps {
  /** In the page's language; says whether the record can come back unless told. */
  question?: string;
  /** A page that polls its record stops while this is called with true: a deleted record cannot be fetched. */
  onDeleting?: (deleting: boolean) => void;
  /** Instead of leading back to the list, where the record is one of several on a page. */
  onDeleted?: () => void;
  /** In the page's language: what an icon alone is called, of one of several records on a page. */
  label?: string;
}

/** Deletes after a confirmation that names the deleted records, and returns to the list. */
export function DeleteButton({ question, onDeleting, onDeleted, label }: DeleteButtonProps) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  // None on a page that only shows.
  const form = useFormContext() as ReturnType<typeof useFormContext> | null;
  const [asking, setAsking] = useState(false);
  const [isPlanning, setPlanning] = useState(false);
  const mayPlan = useMay('create', 'releases');
  const returns = useReturns(resource);
  const translate = useTranslate();
  const text = useText();
  const tried = useTriedDelete(resource, asking ? record?.id : undefined);
  const [deleteOne, { isPending }] = useDelete(
    resource,
    { id: record?.id, previousData: record },
    {
      mutationMode: 'pessimistic',
      onMutate: async () => {
        flushSync(() => onDeleting?.(true));
        await queryClient.cancelQueries({ queryKey: [resource, 'getOne'] });
      },
      onSuccess: () => {
        notify('ra.notification.deleted', { type: 'info', messageArgs: { smart_count: 1 } });
        // Unsaved changes of a deleted record must not block leaving the page.
        form?.reset(undefined, { keepValues: true });
        if (onDeleted) onDeleted();
        else redirect('list', resource);
      },
      onError: (error) => {
        setAsking(false);
        onDeleting?.(false);
        const { message } = error as Error;
        notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
      },
    },
  );
  return (
    <>
      {label ? (
        <Tooltip title={translate('ra.action.delete')}>
          <IconButton size="small" color="error" aria-label={label} onClick={() => setAsking(true)}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <RaButton label="ra.action.delete" color="error" onClick={() => setAsking(true)}>
          <DeleteIcon />
        </RaButton>
      )}
      {asking && record && tried.refusal !== undefined && (
        <RefusedDelete record={record} reason={tried.refusal} onClose={() => setAsking(false)} />
      )}
      <Confirm
        isOpen={asking && !tried.isPending && tried.refusal === undefined}
        loading={isPending}
        title="ra.message.delete_title"
        titleTranslateOptions={{ recordRepresentation: record ? recordName(record, locale) : '' }}
        content={
          <>
            {question ?? (returns ? translate('ra.message.delete_content') : text('deleted.for_good'))}
            {tried.goesWith.map((own) => (
              <Typography key={`${own.resource} ${own.action}`} variant="body2" color="text.secondary">
                {text(own.action === 'delete' ? 'bulk.also_deleted' : 'bulk.also_changed', {
                  resource: entities[own.resource]?.[locale] ?? own.resource,
                  count: showNumber(own.count, locale),
                })}
              </Typography>
            ))}
            {mayPlan && (
              <Box sx={{ mt: 1 }}>
                <Button
                  size="small"
                  onClick={() => {
                    setAsking(false);
                    setPlanning(true);
                  }}
                >
                  {text('plan.delete')}
                </Button>
              </Box>
            )}
          </>
        }
        onConfirm={() => void deleteOne()}
        onClose={() => setAsking(false)}
      />
      {isPlanning && (
        <PlanDialog
          resource={resource}
          id={record?.id}
          action="delete"
          fields={{}}
          onClose={() => setPlanning(false)}
        />
      )}
    </>
  );
}

/** Other records that a delete would delete or change, by resource, or the reason of its refusal. Requested once the record is given. */
function useTriedDelete(resource: string, id: Identifier | undefined) {
  const { data, isPending } = useQuery({
    // Outside of the resource's queries: the delete itself would request them again.
    queryKey: ['goes-with', resource, id],
    queryFn: async () =>
      (
        await api('POST /api/admin/changes', {
          body: { resource, ids: [String(id)], change: { action: 'delete' }, dry_run: true },
        })
      ).data,
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const refused = data?.refused.find((own) => own.id === id) ?? data?.refused[0];
  return {
    isPending,
    goesWith:
      data?.changed.filter(({ resource: name, action }) => name !== resource || action !== 'delete') ?? [],
    refusal: refused && refusalText({ ...refused, label: '' }),
  };
}

function RecordActions() {
  return (
    <TopToolbar>
      <ListButton />
      <PreviewButton />
      <EventLogButton />
    </TopToolbar>
  );
}

interface FormPageProps {
  children: ReactNode;
  /** How wide the fields may grow. */
  width?: number;
}

/** The form of an existing record. */
export function EditPage(props: FormPageProps) {
  return (
    <Guarded action="edit">
      <EditForm {...props} />
    </Guarded>
  );
}

function EditForm({ children, width = 760 }: FormPageProps) {
  const saveFailed = useSaveFailed();
  return (
    <Edit
      mutationMode="pessimistic"
      redirect={false}
      actions={<RecordActions />}
      mutationOptions={{ onError: saveFailed }}
      sx={{ maxWidth: width }}
    >
      <SimpleForm toolbar={<FormToolbar />} warnWhenUnsavedChanges>
        <PlannedBanner />
        <FormDraft />
        {children}
      </SimpleForm>
    </Edit>
  );
}

/** The form of a new record; saving leads to it. */
export function CreatePage(props: FormPageProps) {
  return (
    <Guarded action="create">
      <CreateForm {...props} />
    </Guarded>
  );
}

function CreateForm({ children, width = 760 }: FormPageProps) {
  const saveFailed = useSaveFailed();
  return (
    <Create
      redirect="edit"
      mutationOptions={{ onError: saveFailed }}
      actions={
        <TopToolbar>
          <ListButton />
        </TopToolbar>
      }
      sx={{ maxWidth: width }}
    >
      <SimpleForm toolbar={<FormToolbar />} warnWhenUnsavedChanges>
        <FormDraft />
        {children}
      </SimpleForm>
    </Create>
  );
}

/** The same fields, to read. */
export function ShowPage(props: FormPageProps) {
  return (
    <Guarded action="show">
      <ShowForm {...props} />
    </Guarded>
  );
}

function ShowForm({ children, width = 760 }: FormPageProps) {
  const text = useText();
  return (
    <Show<RaRecord> actions={<RecordActions />} sx={{ maxWidth: width }}>
      <ReadOnlyContext.Provider value={true}>
        <SimpleForm toolbar={false}>
          <PlannedBanner />
          <Alert severity="info" sx={{ width: '100%', mb: 1, py: 0 }}>
            {text('read_only')}
          </Alert>
          {children}
        </SimpleForm>
      </ReadOnlyContext.Provider>
    </Show>
  );
}
