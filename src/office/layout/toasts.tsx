import { Notification } from 'react-admin';

/** Messages: at the top right, for three seconds, no longer in the way of the page than that. */
export function Toasts() {
  return (
    <Notification
      type="success"
      autoHideDuration={3000}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      sx={{ top: { xs: 8, sm: 16 } }}
    />
  );
}
