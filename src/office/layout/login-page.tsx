import { Alert, Box, Button, Card, TextField, Typography } from '@mui/material';
import { type FormEvent, useRef, useState } from 'react';
import { useLogin, useTranslate } from 'react-admin';
import { ApiError } from '../../ui/api-client.ts';
import { lettersAndDigitsOnly } from '../../ui/masks.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { LocaleSwitch } from './locale-switch.tsx';
import { Mark } from './mark.tsx';
import { Toasts } from './toasts.tsx';

/** Letters of a recovery code; a code of the app is shorter. */
const maxCodeLength = 10;

/** Signing in. What went wrong is said above the fields or at the one it concerns, in the chosen language. */
export function LoginPage() {
  const text = useText();
  const translate = useTranslate();
  const login = useLogin();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      await login({
        username: form.get('username'),
        password: form.get('password'),
        code: form.get('code') ?? undefined,
      });
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError(0, 'network', '');
      setProblem(failure.code === 'code_required' ? null : failure);
      if (failure.code === 'code_required') setAsksCode(true);
      else if (!failure.errors.code) password.current?.select();
    } finally {
      setBusy(false);
    }
  };
  const fieldText = (field: string) => problem?.errors[field]?.join(' ');
  const hasFieldTexts = Object.keys(problem?.errors ?? {}).length > 0;

  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'grid',
        placeItems: 'center',
        p: 2,
        backgroundColor: 'grey.50',
      }}
    >
      <Card
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ width: 'min(380px, 100%)', p: { xs: 3, sm: 4 } }}
      >
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', mb: 3 }}>
          <Mark size={28} />
          <LocaleSwitch />
        </Box>
        <Typography variant="h5" component="h1">
          {text('login.title')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {text('login.hint')}
        </Typography>
        {problem && !hasFieldTexts && (
          <Alert severity="error" sx={{ mb: 1 }}>
            {problem.message || text('login.unreachable')}
          </Alert>
        )}
        <TextField
          name="username"
          label={translate('ra.auth.username')}
          autoComplete="username"
          autoFocus
          error={Boolean(fieldText('username'))}
          helperText={fieldText('username')}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <TextField
          name="password"
          type="password"
          label={translate('ra.auth.password')}
          autoComplete="current-password"
          inputRef={password}
          error={Boolean(fieldText('password'))}
          helperText={fieldText('password')}
        />
        {asksCode && (
          <TextField
            name="code"
            label={text('login.code')}
            autoComplete="one-time-code"
            autoFocus
            error={Boolean(fieldText('code'))}
            helperText={fieldText('code') ?? text('login.code_hint')}
            slotProps={{
              htmlInput: {
                autoCapitalize: 'none',
                spellCheck: false,
                onInput: lettersAndDigitsOnly(maxCodeLength),
              },
            }}
          />
        )}
        <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 2 }}>
          {translate('ra.auth.sign_in')}
        </Button>
      </Card>
      <Toasts />
    </Box>
  );
}
