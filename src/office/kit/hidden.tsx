import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Words for screen readers only. */
export function Hidden({ children, role }: { children: ReactNode; role?: 'status' }) {
  return (
    <Box
      component="span"
      {...(role ? { role } : {})}
      // A bare 1 is the whole width for `sx`, which makes the page scroll sideways.
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clip: 'rect(0 0 0 0)' }}
    >
      {children}
    </Box>
  );
}
