import { Card, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Title, useNotify } from 'react-admin';
import { useText } from '../i18n/i18n-provider.ts';
import { identity } from '../identity.ts';
import { PasswordForm } from './password-form.tsx';
import { StaffLogins } from './staff-logins.tsx';
import { TwoStepForm } from './two-step-form.tsx';

/** The user's own sign-in: the password, two-step sign-in, and the history of login attempts. */
export function SecurityPage() {
  const text = useText();
  const notify = useNotify();
  const { data } = useQuery({ queryKey: ['security'], queryFn: identity, retry: false });
  return (
    <Stack sx={{ maxWidth: 480, rowGap: 2, mt: 2 }}>
      <Title title={text('security.title')} />
      <Part title={text('password.title')}>
        <PasswordForm
          username={data?.username ?? ''}
          onDone={() => notify('office.password.changed', { type: 'success' })}
        />
      </Part>
      <Part title={text('two_step.title')}>
        <TwoStepForm />
      </Part>
      <Part title={text('logins.title')} hint={text('logins.hint')}>
        <StaffLogins />
      </Part>
    </Stack>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={heading} variant="subtitle1" component="h2" gutterBottom>
        {title}
      </Typography>
      {hint && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
          {hint}
        </Typography>
      )}
      {children}
    </Card>
  );
}
