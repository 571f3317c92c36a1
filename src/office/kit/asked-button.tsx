import { Box, Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { Confirm } from 'react-admin';

interface AskedButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What is asked before anything happens. */
  question: string;
  /** Does it; the question stays until that is over. */
  onConfirm: () => Promise<unknown>;
}

/** A button that asks before it does what it says. */
export function AskedButton({ question, onConfirm, children, ...look }: AskedButtonProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    // What happens in here is no press on a row around it.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <Button size="small" {...look} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <Confirm
        isOpen={asking}
        loading={busy}
        title={children}
        content={question}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}
