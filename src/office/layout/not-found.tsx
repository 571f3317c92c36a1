import History from '@mui/icons-material/History';
import { Box, Button, Typography } from '@mui/material';
import { Title, useTranslate } from 'react-admin';

/** An address that leads to no page. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <Box sx={{ py: 8, textAlign: 'center' }}>
      <Title title="ra.page.not_found" />
      <Typography>{translate('ra.message.not_found')}</Typography>
      <Button
        variant="contained"
        startIcon={<History />}
        onClick={() => window.history.back()}
        sx={{ mt: 3 }}
      >
        {translate('ra.action.back')}
      </Button>
    </Box>
  );
}
