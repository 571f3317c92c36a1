import { Alert, Box, Card, Typography } from '@mui/material';
import { ListButton, Show, TopToolbar, useRecordContext } from 'react-admin';
import { showInstant } from '../../../contract/zone.ts';
import { useFieldName, useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import { ChoiceCell } from '../../kit/columns.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Guarded } from '../../kit/guarded.tsx';
import { useHidesGroup } from '../../kit/hidden-fields.ts';
import { PersonalData } from '../../kit/personal-data.tsx';
import type { RecordOf } from '../../names.ts';
import { mailStates } from './states.ts';

type MailMessage = RecordOf<'mail'>;

/** One message: to whom, what became of it, and what it says in both its forms. */
export function MailShow() {
  return (
    <Guarded action="show">
      <Show<MailMessage>
        actions={
          <TopToolbar>
            <ListButton />
          </TopToolbar>
        }
        component={Box}
        sx={{ maxWidth: 1100 }}
      >
        <Message />
      </Show>
    </Guarded>
  );
}

function Message() {
  const text = useText();
  const locale = useOfficeLocale();
  const fieldName = useFieldName();
  const mail = useRecordContext<MailMessage>();
  const hidesPersonal = useHidesGroup('personal');
  const hidesAmounts = useHidesGroup('amounts');
  // Mail shows addresses and amounts.
  const hidesContent = hidesPersonal || hidesAmounts;
  // After the list, the first data are the list's cached row, which does not say what was written.
  if (!mail || !('readable' in mail)) return null;
  const facts: [string, string][] = [
    ['to_address', mail.to_address],
    ['created_at', showInstant(mail.created_at, locale)],
    ['sent_at', showInstant(mail.sent_at, locale)],
    ['attempts', String(mail.attempts)],
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Card variant="outlined" sx={{ p: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {mail.subject}
          </Typography>
          <ChoiceCell {...mailStates[mail.state]} />
        </Box>
        <Facts facts={facts.map(([field, value]) => [fieldName(field), value])} />
        {!hidesContent && <PersonalData id={mail.id} />}
        {mail.error && (
          <Alert severity={mail.state === 'failed' ? 'error' : 'warning'} sx={{ mt: 2 }}>
            {mail.error}
          </Alert>
        )}
        {mail.state === 'unsent' && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {text('mail.unsent_hint')}
          </Alert>
        )}
      </Card>
      {hidesContent ? null : mail.html === null ? (
        <Alert severity="info">{text(mail.readable ? 'mail.masked' : 'mail.unreadable')}</Alert>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1.4fr 1fr' } }}>
          <Card variant="outlined" sx={{ overflow: 'hidden' }}>
            {/* The frame is sandboxed: no scripts, no requests, no navigation. */}
            <iframe
              title={text('mail.html')}
              sandbox=""
              srcDoc={mail.html}
              style={{ display: 'block', width: '100%', height: 640, border: 0 }}
            />
          </Card>
          <Card variant="outlined" sx={{ p: 2 }}>
            <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
              {text('mail.text')}
            </Typography>
            <Typography
              component="pre"
              variant="body2"
              sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit' }}
            >
              {mail.text}
            </Typography>
          </Card>
        </Box>
      )}
    </Box>
  );
}
