import { Stack, Typography } from '@mui/material';
import { showInstant } from '../../contract/zone.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { Tag } from './chips.tsx';

interface LoginLine {
  id: string;
  created_at: string;
  succeeded: boolean;
  /** What came of it. */
  outcome: TextKey;
  /** By what, on what and from where; what is not known is empty. */
  details: string[];
}

/** Tries to sign in, right and wrong, the newest first. */
export function LoginList({ logins }: { logins: LoginLine[] }) {
  const text = useText();
  const locale = useOfficeLocale();
  if (logins.length === 0) return <Typography color="text.secondary">{text('logins.none')}</Typography>;
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, rowGap: 1 }}>
      {logins.map((each) => (
        <Stack
          component="li"
          key={each.id}
          direction="row"
          sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <Tag label={text(each.outcome)} tone={each.succeeded ? 'jade' : 'rose'} />
          <Typography variant="body2">{showInstant(each.created_at, locale)}</Typography>
          <Typography variant="body2" color="text.secondary">
            {each.details.filter(Boolean).join(' · ')}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
