/** Creating, changing and reading one record: the same fields serve all three. */
import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';
import {
  Create,
  DeleteWithConfirmButton,
  Edit,
  type HttpError,
  ListButton,
  type RaRecord,
  SaveButton,
  Show,
  SimpleForm,
  Toolbar,
  TopToolbar,
  useCanAccess,
  useCloseNotification,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'react-admin';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { EventLogButton } from './event-log.tsx';
import { Guarded } from './guarded.tsx';
import { ReadOnlyContext } from './read-only.ts';
import { recordName } from './reference-name.tsx';

/**
 * What to do when saving fails: texts of fields stand at the fields already; a change by somebody else offers to
 * reload; anything else is said.
 */
export function useSaveFailed(): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { body, message } = error as HttpError & { body?: { code?: string; errors?: object } };
    if (body?.errors) return;
    if (body?.code === 'conflict') {
      notify(<ConflictNotice />, { type: 'warning', autoHideDuration: null });
      return;
    }
    notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
  };
}

function ConflictNotice() {
  const text = useText();
  const refresh = useRefresh();
  const close = useCloseNotification();
  return (
    <Alert
      severity="warning"
      variant="filled"
      onClose={close}
      action={
        <Button
          color="inherit"
          size="small"
          sx={{ whiteSpace: 'nowrap' }}
          onClick={() => {
            refresh();
            close();
          }}
        >
          {text('conflict.reload')}
        </Button>
      }
    >
      {text('conflict.text')}
    </Alert>
  );
}

/** Save at the left, delete at the right, always in reach. */
export function FormToolbar({ canDelete = true }: { canDelete?: boolean }) {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const { canAccess: mayDelete } = useCanAccess({ resource, action: 'delete' });
  return (
    <Toolbar
      sx={{ position: 'sticky', bottom: 0, zIndex: 2, justifyContent: 'space-between', width: '100%' }}
    >
      <SaveButton alwaysEnable={record?.id === undefined} />
      {record?.id !== undefined && canDelete && mayDelete && <DeleteButton />}
    </Toolbar>
  );
}

/** Deletes after asking, naming what goes. */
export function DeleteButton({ question }: { question?: string }) {
  const locale = useOfficeLocale();
  const record = useRecordContext();
  const notify = useNotify();
  return (
    <DeleteWithConfirmButton
      mutationMode="pessimistic"
      confirmContent={question ?? 'ra.message.delete_content'}
      titleTranslateOptions={{ recordRepresentation: record ? recordName(record, locale) : '' }}
      mutationOptions={{
        onError: (error) => {
          const { message } = error as Error;
          notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
        },
      }}
    />
  );
}

function RecordActions() {
  return (
    <TopToolbar>
      <ListButton />
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
          <Alert severity="info" sx={{ width: '100%', mb: 1, py: 0 }}>
            {text('read_only')}
          </Alert>
          {children}
        </SimpleForm>
      </ReadOnlyContext.Provider>
    </Show>
  );
}
