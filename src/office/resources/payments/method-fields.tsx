import { MenuItem } from '@mui/material';
import { useState } from 'react';
import { useText } from '../../i18n/i18n-provider.ts';
import { AskedField } from '../../kit/asked-form.tsx';
import { paymentMethods, paymentPlatforms } from './values.ts';

type Method = keyof typeof paymentMethods;

/** Where a plan may have been bought that staff begin: first with them. A renewal is the service's own. */
const platforms = ['cms', 'in_app', 'web', 'mobile', 'stb_web', 'stb_mobile'] as const;

/** What was entered in `MethodFields`, as the calls take it. */
export const receivedBy = <M extends Method>(
  methods: readonly [M, ...M[]],
  { method, check_number = '', paid_by = '', notes = '' }: Record<string, string>,
) => ({ method: methods.find((own) => own === method) ?? methods[0], check_number, paid_by, notes });

/** How money came to staff: by what, whose check, who paid. */
export function MethodFields({ methods }: { methods: readonly [Method, ...Method[]] }) {
  const text = useText();
  const [method, setMethod] = useState(methods[0]);
  return (
    <>
      <AskedField
        select
        name="method"
        label={text('payment.method')}
        value={method}
        onChange={({ target }) => setMethod(target.value as typeof method)}
      >
        {methods.map((own) => (
          <MenuItem key={own} value={own}>
            {text(paymentMethods[own].text)}
          </MenuItem>
        ))}
      </AskedField>
      {method === 'check' && (
        <AskedField
          name="check_number"
          label={text('payment.check_number')}
          required
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
      )}
      <AskedField
        name="paid_by"
        label={text('payment.paid_by')}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <AskedField name="notes" label={text('payment.notes')} slotProps={{ htmlInput: { maxLength: 2000 } }} />
    </>
  );
}

/** What was entered in `PlatformField`. */
export const boughtOn = ({ platform }: Record<string, string>) =>
  platforms.find((own) => own === platform) ?? platforms[0];

/** Where it was bought. */
export function PlatformField() {
  const text = useText();
  return (
    <AskedField select name="platform" label={text('payment.platform')} defaultValue={platforms[0]}>
      {platforms.map((own) => (
        <MenuItem key={own} value={own}>
          {text(paymentPlatforms[own].text)}
        </MenuItem>
      ))}
    </AskedField>
  );
}
