import { SnackbarContent, type SnackbarContentProps } from '@mui/material';
import { Notification, useCloseNotification } from 'react-admin';

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

function Toast(props: SnackbarContentProps) {
  const close = useCloseNotification();
  return <SnackbarContent {...props} onClick={close} sx={{ cursor: 'pointer' }} />;
}
