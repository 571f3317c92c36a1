import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../ui/api-client.ts';

interface AskedFormProps extends Omit<ButtonProps, 'onClick' | 'title' | 'onSubmit'> {
  /** What is asked, above what is entered. */
  question?: string;
  /** What is entered; its fields are native form fields with names. */
  fields: ReactNode;
  /** Runs the action with what was entered. The dialog stays open while it is refused, and says why. */
  onSubmit: (entered: Record<string, string>) => Promise<unknown>;
  /** When it opens. */
  onOpen?: () => void;
}

/** A button that asks for something before it does what it says. */
export function AskedForm({ question, fields, onSubmit, onOpen, children, ...look }: AskedFormProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const translate = useTranslate();
  const close = () => setAsking(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setBusy(true);
    setProblem('');
    try {
      await onSubmit(entered);
      close();
    } catch (error) {
      const first = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined;
      setProblem(
        first ?? ((error instanceof ApiError && error.message) || translate('ra.notification.http_error')),
      );
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        size="small"
        {...look}
        onClick={() => {
          setProblem('');
          setAsking(true);
          onOpen?.();
        }}
      >
        {children}
      </Button>
      {asking && (
        <Dialog open onClose={close} fullWidth maxWidth="xs">
          <Box component="form" onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}>
            <DialogTitle>{children}</DialogTitle>
            <DialogContent>
              {question && <DialogContentText sx={{ mb: 1.5 }}>{question}</DialogContentText>}
              <Stack sx={{ rowGap: 1.5, pt: 0.5 }}>
                {fields}
                {problem && <Alert severity="error">{problem}</Alert>}
              </Stack>
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>{translate('ra.action.cancel')}</Button>
              <Button type="submit" variant="contained" disabled={busy}>
                {translate('ra.action.confirm')}
              </Button>
            </DialogActions>
          </Box>
        </Dialog>
      )}
    </>
  );
}
