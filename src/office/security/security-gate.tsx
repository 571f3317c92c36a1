import { Box, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { identity } from '../identity.ts';
import { LocaleSwitch } from '../layout/locale-switch.tsx';
import { Mark } from '../layout/mark.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoStepSetup } from './two-step-setup.tsx';

/** The office, once whoever signs in has a password of their own, and the second step where they need it. */
export function SecurityGate({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery({ queryKey: ['security'], queryFn: identity, retry: false });
  // The server refused all requests made before, so they are sent again.
  const reload = () => window.location.reload();
  // The office is not rendered yet: the server would refuse all its requests.
  if (isPending) return null;
  if (data?.password_given)
    return (
      <Gate title="password.choose" why="password.given">
        <PasswordForm username={data.username} isGiven onDone={reload} />
      </Gate>
    );
  if (data?.two_step.lacking)
    return (
      <Gate title="two_step.title" why="two_step.needed">
        <TwoStepSetup password={undefined} onDone={reload} />
      </Gate>
    );
  return children;
}

function Gate({ title, why, children }: { title: TextKey; why: TextKey; children: ReactNode }) {
  const text = useText();
  const translate = useTranslate();
  const logout = useLogout();
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
          {text(title)}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {text(why)}
        </Typography>
        {children}
        <Button fullWidth sx={{ mt: 1 }} onClick={() => void logout()}>
          {translate('ra.auth.logout')}
        </Button>
      </Card>
    </Box>
  );
}
