/** The relay of a channel that repeats an outside stream: its state, and why the source is not on air. */
import { Alert, Card, Skeleton, Stack, Typography } from '@mui/material';
import { showInstant } from '../../../contract/zone.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { ChoiceCell } from '../../kit/columns.tsx';
import { type Channel, relayStates } from './fields.tsx';

const problems: Record<NonNullable<Channel['relay_problem']>, TextKey> = {
  private_address: 'relay.private_address',
  no_answer: 'relay.no_answer',
  refused: 'relay.refused',
  not_media: 'relay.not_media',
  no_picture: 'relay.no_picture',
  no_sound: 'relay.no_sound',
  silent: 'relay.silent_source',
  ended: 'relay.ended',
  failed: 'relay.failed',
};

export function RelayPanel({ channel }: { channel: Channel }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { relay_state: state, relay_since: since, relay_problem: problem, relay_title: title } = channel;
  return (
    <Card variant="outlined" component="section" sx={{ maxWidth: 760, mt: 2, p: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle1" component="h2">
          {text('relay.title')}
        </Typography>
        {state ? <ChoiceCell {...relayStates[state]} /> : <Skeleton width={80} />}
        {since && (
          <Typography variant="body2" color="text.secondary">
            {text('relay.since', { at: showInstant(since, locale) })}
          </Typography>
        )}
      </Stack>
      {title && <Typography sx={{ mt: 1 }}>{text('relay.now', { title })}</Typography>}
      {problem && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {text(problems[problem])}
        </Alert>
      )}
    </Card>
  );
}
