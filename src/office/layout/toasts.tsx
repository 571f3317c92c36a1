import { SnackbarContent, type SnackbarContentProps } from '@mui/material';
import { useState } from 'react';
import { Notification, useCloseNotification } from 'react-admin';
import { takeChange } from '../kit/last-change.ts';
import { UndoButton } from '../kit/undo.tsx';

/** Messages: at the top right, for three seconds, held while the pointer is on them and closed by a press. */
export function Toasts() {
  return (
    <Notification
      type="success"
      autoHideDuration={3000}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      sx={{ top: { xs: 8, sm: 16 } }}
      slots={{ content: Toast }}
    />
  );
}

/** A message; about a change that was just made, with a button that undoes it. */
function Toast(props: SnackbarContentProps) {
  const close = useCloseNotification();
  const [eventId] = useState(takeChange);
  return (
    <SnackbarContent
      {...props}
      action={eventId ? <UndoButton eventId={eventId} color="inherit" /> : props.action}
      onClick={close}
      sx={{ cursor: 'pointer' }}
    />
  );
}
