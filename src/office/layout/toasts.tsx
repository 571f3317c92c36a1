import { SnackbarContent, type SnackbarContentProps } from '@mui/material';
import { useRef, useState } from 'react';
import { Notification, useCloseNotification, useNotificationContext } from 'react-admin';
import { hasChange, takeChange } from '../kit/last-change.ts';
import { UndoButton } from '../kit/undo.tsx';

const usualMs = 3000;
/** Long enough to find the button that undoes the change. */
const undoableMs = 10_000;

/** Messages: at the top right, held while the pointer is on them and closed by a press. */
export function Toasts() {
  const { notifications } = useNotificationContext();
  const shownFor = useRef(usualMs);
  // The message of a change is queued after the change was noted, and takes it when it is shown.
  if (notifications.length > 0) shownFor.current = hasChange() ? undoableMs : usualMs;
  return (
    <Notification
      type="success"
      autoHideDuration={shownFor.current}
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
