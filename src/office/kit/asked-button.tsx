import { Box, Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { Confirm, HttpError, useNotify } from 'react-admin';
import { ApiError } from '../../ui/api-client.ts';

interface AskedButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What is asked before anything happens. */
  question: string;
  /** Runs the action. The question stays open until it has ended; an error is shown. */
  onConfirm: () => Promise<unknown>;
}

/** A button that asks before it does what it says. */
export function AskedButton({ question, onConfirm, children, ...look }: AskedButtonProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      const message = error instanceof ApiError || error instanceof HttpError ? error.message : '';
      notify(message || 'ra.notification.http_error', { type: 'error', messageArgs: { _: message } });
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    // Clicks in the dialog must not count as clicks on the row around it.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <Button size="small" {...look} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {/* Gone at once when it is answered: what it asks may read otherwise by then. */}
      {asking && (
        <Confirm
          isOpen
          loading={busy}
          title={children}
          content={question}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
