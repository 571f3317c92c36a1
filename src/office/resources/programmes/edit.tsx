import { Box } from '@mui/material';
import { Create, Edit, ListButton, TopToolbar } from 'react-admin';
import { useSaveFailed } from '../../kit/edit-page.tsx';
import { Guarded } from '../../kit/guarded.tsx';
import { PreviewButton } from '../../kit/preview-button.tsx';
import { ProgrammeTabs } from './tabs.tsx';

/** A series has no video of its own; one chosen before its kind was changed is let go. */
const tidy = (data: Record<string, unknown>) =>
  data.kind === 'series' && data.asset_id ? { ...data, asset_id: null } : data;

export function ProgrammeEdit() {
  return (
    <Guarded action="edit">
      <EditForm />
    </Guarded>
  );
}

function EditForm() {
  const saveFailed = useSaveFailed();
  return (
    <Edit
      component={Box}
      mutationMode="pessimistic"
      redirect={false}
      transform={tidy}
      mutationOptions={{ onError: saveFailed }}
      actions={<RecordActions />}
      sx={{ maxWidth: 1100 }}
    >
      <ProgrammeTabs />
    </Edit>
  );
}

/** Saving a new series leads to its episodes, which come next. */
export function ProgrammeCreate() {
  return (
    <Guarded action="create">
      <CreateForm />
    </Guarded>
  );
}

function CreateForm() {
  const saveFailed = useSaveFailed();
  return (
    <Create
      component={Box}
      transform={tidy}
      redirect={(_resource, id, data) => `programmes/${id}${data?.kind === 'series' ? '?tab=episodes' : ''}`}
      mutationOptions={{ onError: saveFailed }}
      actions={<BackToList />}
      sx={{ maxWidth: 1100 }}
    >
      <ProgrammeTabs />
    </Create>
  );
}

export function RecordActions() {
  return (
    <TopToolbar>
      <ListButton />
      <PreviewButton />
    </TopToolbar>
  );
}

function BackToList() {
  return (
    <TopToolbar>
      <ListButton />
    </TopToolbar>
  );
}
