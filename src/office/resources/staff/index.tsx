import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import LockResetIcon from '@mui/icons-material/LockReset';
import { Box } from '@mui/material';
import { useGetIdentity, useNotify, useRecordContext, useRefresh, useUpdate } from 'react-admin';
import { minStaffPasswordLength, rules } from '../../../contract/rules.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { choiceColumn, instantColumn, nameColumn, referenceColumn, textColumn } from '../../kit/columns.tsx';
import { ChoiceFilter, RecordFilter, SearchFilter } from '../../kit/filters.tsx';
import { FieldGroup, FieldRow, LineInput, SwitchInput } from '../../kit/inputs.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { RecordInput } from '../../kit/reference-input.tsx';
import { declareResource } from '../../kit/resource.tsx';
import type { RecordOf } from '../../names.ts';
import { StaffLogins } from '../../security/staff-logins.tsx';

export const staff = declareResource('staff', {
  menu: { group: 'operation', place: 40 },
  labels: { active: { ko: '계정', en: 'Account' } },
  icon: BadgeIcon,
  columns: [
    nameColumn('name'),
    textColumn('username'),
    referenceColumn('role_id', 'roles'),
    choiceColumn(
      'active',
      (active) => (active ? { text: 'chip.active', tone: 'jade' } : { text: 'chip.inactive' }),
      { sort: false },
    ),
    instantColumn('last_login_at', { from: 'sm', none: 'staff.never' }),
    instantColumn('created_at', { from: 'md' }),
  ],
  filters: [
    <SearchFilter key="q" source="q" alwaysOn />,
    <RecordFilter key="role_id" source="role_id" resource="roles" alwaysOn />,
    <ChoiceFilter
      key="active"
      source="active"
      alwaysOn
      choices={[
        { id: 'true', text: 'chip.active' },
        { id: 'false', text: 'chip.inactive' },
      ]}
    />,
  ],
  sort: { field: 'name', order: 'ASC' },
  fields: StaffFields,
});

function StaffFields() {
  const text = useText();
  return (
    <>
      <FieldRow>
        <LineInput source="name" isRequired max={60} />
        <LineInput source="username" isRequired max={60} lang="en" helperText={text('staff.username_hint')} />
      </FieldRow>
      <FieldRow>
        <RecordInput source="role_id" resource="roles" isRequired />
        <SwitchInput source="active" label={text('chip.active')} defaultValue={true} />
      </FieldRow>
      <PasswordInput />
      <ResetTwoStep />
      <Logins />
    </>
  );
}

/** Helps somebody who has lost phone and recovery codes. */
function ResetTwoStep() {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefresh();
  const record = useRecordContext<RecordOf<'staff'>>();
  const readOnly = useReadOnly();
  const [update] = useUpdate<RecordOf<'staff'>>();
  if (readOnly || !record?.two_step) return null;
  const reset = async () => {
    const change = { id: record.id, data: { two_step: false }, previousData: record };
    await update('staff', change, { mutationMode: 'pessimistic', returnPromise: true });
    notify('office.two_step.was_reset', { type: 'success' });
    refresh();
  };
  return (
    <AskedButton
      size="medium"
      color="error"
      variant="outlined"
      startIcon={<LockResetIcon />}
      question={text('two_step.reset_question')}
      onConfirm={reset}
    >
      {text('two_step.reset')}
    </AskedButton>
  );
}

/** Who tried to sign in as them. */
function Logins() {
  const text = useText();
  const record = useRecordContext<RecordOf<'staff'>>();
  if (!record?.id) return null;
  return (
    <Box sx={{ mt: 2, width: '100%' }}>
      <FieldGroup title={text('logins.title')}>
        <StaffLogins id={record.id} />
      </FieldGroup>
    </Box>
  );
}

/** The first password of somebody new; for others a new one, when one is written. */
function PasswordInput() {
  const text = useText();
  const readOnly = useReadOnly();
  const { data: own } = useGetIdentity();
  const id = useRecordContext()?.id;
  const isNew = id === undefined;
  // One's own is changed where the current one is asked for.
  if (readOnly || (!isNew && own?.id === id)) return null;
  return (
    <LineInput
      source="password"
      type="password"
      label={text(isNew ? 'staff.password' : 'staff.new_password')}
      helperText={text(isNew ? 'staff.first_password_hint' : 'staff.new_password_hint')}
      isRequired={isNew}
      max={256}
      rules={[(entry) => rules.min_text(entry, minStaffPasswordLength)]}
      autoComplete="new-password"
    />
  );
}
