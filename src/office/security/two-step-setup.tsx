import { Alert, Box, Button, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material';
import { type FormEvent, useEffect, useState } from 'react';
import { codeDigits } from '../../contract/rules.ts';
import { ApiError } from '../../ui/api-client.ts';
import { QrCode } from '../../ui/components/qr-code.tsx';
import { digitsOnly } from '../../ui/masks.ts';
import { api } from '../api.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { forgetIdentity } from '../identity.ts';

interface SetupProps {
  /** Just given; undefined for somebody who may do nothing before this. */
  password: string | undefined;
  /** The second step is on, and the recovery codes have been kept. */
  onDone: () => void;
}

/** What the server said of it: at its fields, or in all. */
const said = (failure: unknown) =>
  failure instanceof ApiError ? Object.values(failure.errors).flat().join(' ') || failure.message : '';

/** Sets two-step sign-in up: the app reads a QR code, shows a code, and recovery codes are kept for the day it is lost. */
export function TwoStepSetup({ password, onDone }: SetupProps) {
  const text = useText();
  const [shared, setShared] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState(false);

  // A second secret would make the first one, which may be in the app already, worthless.
  useEffect(() => {
    api('POST /api/admin/two-step', { body: password === undefined ? {} : { password } }).then(
      ({ data }) => setShared(data),
      setFailure,
    );
  }, [password]);

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await api('POST /api/admin/two-step/confirm', { body: { code } });
      forgetIdentity();
      setCodes(data.recovery_codes);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  if (codes) {
    const listed = codes.join('\n');
    return (
      <Box>
        <Typography variant="subtitle1" component="h2" gutterBottom>
          {text('two_step.recovery_title')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {text('two_step.recovery_hint')}
        </Typography>
        <Box
          component="ul"
          sx={{
            ...{ m: 0, p: 2, listStyle: 'none', borderRadius: 1, backgroundColor: 'grey.100' },
            ...{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, fontFamily: 'monospace' },
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Button
          sx={{ mt: 1 }}
          component="a"
          download="maru-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${listed}\n`)}`}
        >
          {text('two_step.download')}
        </Button>
        <FormControlLabel
          sx={{ display: 'flex', my: 1 }}
          control={<Checkbox checked={kept} onChange={(_, checked) => setKept(checked)} />}
          label={text('two_step.kept')}
        />
        <Button variant="contained" fullWidth size="large" disabled={!kept} onClick={onDone}>
          {text('two_step.finish')}
        </Button>
      </Box>
    );
  }
  return (
    <Box component="form" noValidate onSubmit={confirm}>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {text('two_step.scan')}
      </Typography>
      {shared && (
        <>
          <Box sx={{ display: 'grid', placeItems: 'center', mb: 1 }}>
            <QrCode text={shared.uri} label={text('two_step.qr')} />
          </Box>
          <Typography variant="body2" color="text.secondary">
            {text('two_step.by_hand')}
          </Typography>
          <Typography
            component="code"
            sx={{ display: 'block', mb: 2, fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {shared.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Typography>
          <TextField
            name="code"
            label={text('two_step.code')}
            autoComplete="one-time-code"
            autoFocus
            slotProps={{ htmlInput: { inputMode: 'numeric', onInput: digitsOnly(codeDigits) } }}
          />
        </>
      )}
      {failure !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {said(failure) || text('login.unreachable')}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        disabled={!shared}
        loading={busy}
        sx={{ mt: 2 }}
      >
        {text('two_step.confirm')}
      </Button>
    </Box>
  );
}
