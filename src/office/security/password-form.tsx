import { Alert, Box, Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../ui/api-client.ts';
import { api } from '../api.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { forgetIdentity } from '../identity.ts';

interface PasswordFormProps {
  /** The username, for password managers. */
  username: string;
  /** Somebody else has set the one in force: it was just given, and is not asked for again. */
  isGiven?: boolean;
  onDone: () => void;
}

/** Choosing a password of one's own. What is wrong with it stands at its field. */
export function PasswordForm({ username, isGiven = false, onDone }: PasswordFormProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const said = (name: string) => String(given.get(name) ?? '');
    setBusy(true);
    setProblem(null);
    try {
      await api('POST /api/admin/password', {
        body: {
          password: said('password'),
          password_confirmation: said('password_confirmation'),
          ...(isGiven ? {} : { current_password: said('current_password') }),
        },
      });
      forgetIdentity();
      form.reset();
      onDone();
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError(0, 'network', '');
      setProblem(failure);
      const [first] = Object.keys(failure.errors);
      form.querySelector<HTMLInputElement>(`[name="${first ?? 'password'}"]`)?.select();
    } finally {
      setBusy(false);
    }
  };
  const wrong = (field: string) => problem?.errors[field]?.join(' ');
  const field = (name: string, label: string, autoComplete: string, hint?: string) => (
    <TextField
      name={name}
      type="password"
      label={label}
      autoComplete={autoComplete}
      error={Boolean(wrong(name))}
      helperText={wrong(name) ?? hint}
    />
  );

  return (
    <Box component="form" noValidate onSubmit={submit}>
      <input hidden type="text" autoComplete="username" value={username} readOnly />
      {problem && Object.keys(problem.errors).length === 0 && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {problem.message || text('login.unreachable')}
        </Alert>
      )}
      {!isGiven && field('current_password', text('password.current'), 'current-password')}
      {field('password', text('staff.new_password'), 'new-password', text('staff.password_hint'))}
      {field('password_confirmation', text('password.again'), 'new-password')}
      <Button type="submit" variant="contained" loading={busy} fullWidth={isGiven} sx={{ mt: 2 }}>
        {text('password.change')}
      </Button>
    </Box>
  );
}
