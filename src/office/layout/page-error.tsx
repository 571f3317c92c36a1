import { Box, Button, Stack, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { useText } from '../i18n/i18n-provider.ts';

/** Takes the place of a page that failed while it was rendered. Header and menu stay. */
export function PageError() {
  const text = useText();
  return (
    <Box role="alert" sx={{ py: 8, textAlign: 'center' }}>
      <Title title={text('page.failed')} />
      <Typography>{text('page.failed_hint')}</Typography>
      <Stack direction="row" sx={{ mt: 3, gap: 1, justifyContent: 'center' }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {text('page.reload')}
        </Button>
        <Button onClick={() => window.history.back()}>{text('page.back')}</Button>
      </Stack>
    </Box>
  );
}
