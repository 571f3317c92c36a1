import { useText } from '../../i18n/i18n-provider.ts';
import { AskedField } from '../../kit/asked-form.tsx';

/** Why it is done. */
export function Reason() {
  const text = useText();
  return (
    <AskedField
      name="reason"
      label={text('payment.reason')}
      required
      slotProps={{ htmlInput: { maxLength: 300 } }}
    />
  );
}
