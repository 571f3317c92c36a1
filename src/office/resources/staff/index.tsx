import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import LockResetIcon from '@mui/icons-material/LockReset';
import { Box } from '@mui/material';
import { useGetIdentity, useNotify, useRecordContext, useRefresh, useUpdate } from 'react-admin';
import { minStaffPasswordLength, rules } from '../../../contract/rules.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import { AskedButton } from '../../kit/asked-button.tsx';
import { custom, flag, instant, line, reference } from '../../kit/fields.tsx';
import { FieldGroup, LineInput } from '../../kit/inputs.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import { declareResource } from '../../kit/resource.tsx';
import type { RecordOf } from '../../names.ts';
import { StaffLogins } from '../../security/staff-logins.tsx';
import { ExceptionsInput } from './exceptions-input.tsx';

export const staff = declareResource('staff', {
  menu: { group: 'operation', place: 40 },
  icon: BadgeIcon,
  fields: [
    line('name', { names: true, required: true, max: 60, list: true }),
    line('username', { required: true, max: 60, lang: 'en', hint: 'staff.username_hint', list: true }),
    line('email', {
      label: { ko: '알림 받을 이메일', en: 'Email for notices' },
      max: 254,
      lang: 'en',
      hint: 'staff.email_hint',
    }),
    reference('role_id', 'roles', { required: true, list: true, filter: true }),
    flag(
      'active',
      { yes: { text: 'chip.active', tone: 'jade' }, no: { text: 'chip.inactive' } },
      { label: { ko: '계정', en: 'Account' }, initially: true, list: true, filter: true },
    ),
    custom('exceptions', { input: <ExceptionsInput /> }),
    reference('content_partner_id', 'content-partners', { list: { from: 'lg' }, filter: true }),
    instant('last_login_at', { none: 'staff.never', list: { from: 'sm' } }),
    instant('created_at', { list: { from: 'md' } }),
  ],
  form: [
    ['name', 'username'],
    ['role_id', 'active'],
    'email',
    'exceptions',
    'content_partner_id',
    <PasswordInput key="password" />,
    <ResetTwoStep key="two_step" />,
    <Logins key="logins" />,
  ],
  sort: { field: 'name', order: 'ASC' },
});

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
      hint={isNew ? 'staff.first_password_hint' : 'staff.new_password_hint'}
      isRequired={isNew}
      max={256}
      rules={[(entry) => rules.min_text(entry, minStaffPasswordLength)]}
      autoComplete="new-password"
    />
  );
}
