import { TextField } from '@mui/material';
import { useText } from '../../i18n/i18n-provider.ts';

/** Why it is done. */
export function Reason() {
  const text = useText();
  return (
    <TextField
      name="reason"
      label={text('payment.reason')}
      required
      size="small"
      slotProps={{ htmlInput: { maxLength: 300 } }}
    />
  );
}
