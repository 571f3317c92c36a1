import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useLocaleState } from 'react-admin';
import { useText } from '../i18n/i18n-provider.ts';
import { forgetIdentity } from '../identity.ts';

/** Korean or English: texts change at once, and what the server says is asked for again in the new language. */
export function LocaleSwitch() {
  const text = useText();
  const queryClient = useQueryClient();
  const [locale, setLocale] = useLocaleState();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={locale}
      aria-label={text('language.label')}
      onChange={(_event, chosen: string | null) => {
        if (!chosen || chosen === locale) return;
        void (async () => {
          await setLocale(chosen);
          forgetIdentity();
          await queryClient.invalidateQueries();
        })();
      }}
    >
      <ToggleButton value="ko" lang="ko" sx={{ py: 0.25, px: 1, fontSize: 12 }}>
        한국어
      </ToggleButton>
      <ToggleButton value="en" lang="en" sx={{ py: 0.25, px: 1, fontSize: 12 }}>
        EN
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
