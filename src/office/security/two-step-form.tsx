import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { type FormEvent, useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import type { StaffIdentity } from '../../contract/admin/session.ts';
import { showInstant } from '../../contract/zone.ts';
import { ApiError } from '../../ui/api-client.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { forgetIdentity, identity } from '../identity.ts';
import { TwoStepSetup } from './two-step-setup.tsx';

/** The own two-step sign-in: whether it is on, turning it on, changing the phone, turning it off. */
export function TwoStepForm() {
  const text = useText();
  const locale = useOfficeLocale();
  const notify = useNotify();
  const [state, setState] = useState<StaffIdentity['two_step'] | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ password?: string; code?: string }>({});
  const [busy, setBusy] = useState(false);
  const load = () => {
    forgetIdentity();
    void identity().then(({ two_step }) => setState(two_step));
  };
  useEffect(load, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const given = String(entries.get('password'));
    setProblem({});
    if (!state?.since) {
      setPassword(given);
      return;
    }
    setBusy(true);
    try {
      await api('POST /api/admin/two-step/remove', {
        body: { password: given, code: String(entries.get('code')) },
      });
      // A user whose role requires two-step sign-in is led to setting it up again; no other page opens until then.
      if (state.needed) window.location.reload();
      else {
        notify('office.two_step.removed', { type: 'success' });
        load();
      }
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      const other = (error instanceof ApiError && error.message) || text('login.unreachable');
      if (fields.code) setProblem({ code: fields.code.join(' ') });
      else setProblem({ password: fields.password?.join(' ') || other });
    } finally {
      setBusy(false);
    }
  };

  if (state === null) return null;
  if (password !== null)
    return (
      <TwoStepSetup
        password={password}
        onDone={() => {
          setPassword(null);
          notify('office.two_step.added', { type: 'success' });
          load();
        }}
      />
    );
  return (
    <Box component="form" noValidate onSubmit={submit}>
      {state.since ? (
        <Alert severity="success" sx={{ mb: 2 }}>
          {text('two_step.on').replace(':since', showInstant(state.since, locale))}{' '}
          {text('two_step.left').replace(':count', String(state.recovery_codes))}
        </Alert>
      ) : (
        <Typography variant="body2" sx={{ mb: 2 }}>
          {text('two_step.off')}
        </Typography>
      )}
      <TextField
        name="password"
        type="password"
        label={text('staff.password')}
        autoComplete="current-password"
        error={problem.password !== undefined}
        helperText={problem.password ?? text('two_step.password_hint')}
      />
      {state.since && (
        <TextField
          name="code"
          label={text('login.code')}
          autoComplete="one-time-code"
          sx={{ mt: 2 }}
          error={problem.code !== undefined}
          helperText={problem.code ?? text('login.code_hint')}
        />
      )}
      <Button
        type="submit"
        variant={state.since ? 'outlined' : 'contained'}
        color={state.since && !state.needed ? 'error' : 'primary'}
        loading={busy}
        sx={{ mt: 2 }}
      >
        {text(!state.since ? 'two_step.begin' : state.needed ? 'two_step.change' : 'two_step.remove')}
      </Button>
    </Box>
  );
}
