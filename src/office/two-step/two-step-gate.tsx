import { Box, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { identity } from '../auth-provider.ts';
import { useText } from '../i18n/i18n-provider.ts';
import { LocaleSwitch } from '../layout/locale-switch.tsx';
import { Mark } from '../layout/mark.tsx';
import { TwoStepSetup } from './two-step-setup.tsx';

/** The office, once the second step is set up for those who need it. */
export function TwoStepGate({ children }: { children: ReactNode }) {
  const text = useText();
  const translate = useTranslate();
  const logout = useLogout();
  const { data } = useQuery({
    queryKey: ['two-step'],
    queryFn: async () => (await identity()).two_step,
    retry: false,
  });
  if (!data?.lacking) return children;
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2, backgroundColor: 'grey.50' }}
    >
      <Card sx={{ width: 'min(440px, 100%)', p: { xs: 3, sm: 4 } }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', mb: 3 }}>
          <Mark size={28} />
          <LocaleSwitch />
        </Box>
        <Typography variant="h5" component="h1" gutterBottom>
          {text('two_step.title')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {text('two_step.needed')}
        </Typography>
        {/* Everything that was asked for meanwhile was refused, so it is asked for anew. */}
        <TwoStepSetup password={undefined} onDone={() => window.location.reload()} />
        <Button fullWidth sx={{ mt: 1 }} onClick={() => void logout()}>
          {translate('ra.auth.logout')}
        </Button>
      </Card>
    </Box>
  );
}
