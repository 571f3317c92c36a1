import { useState } from 'react';
import type { PaymentEnd } from '../../../contract/account/billing.ts';
import { useApp } from '../../context.ts';
import { CardDesk } from './card-desk.ts';

/** A payment whose answer is on its way is asked after so often, for a minute. */
const askAgainMs = 2_000;
const maxAsks = 30;

/** Brings payments to their end: has the card's owner answer to the bank, and waits for what is not known yet. */
export function usePayment() {
  const context = useApp();
  const [desk] = useState(() => new CardDesk(context));
  const [checking, setChecking] = useState(false);

  const settle = async (id: string) =>
    (await context.api('POST /api/account/invoices/{id}/settle', { params: { id } })).data;

  /** `action`: the owner has left without an answer. `waiting`: it is still not known. */
  const follow = async (begun: PaymentEnd): Promise<PaymentEnd> => {
    let end = begun;
    const { invoice_id: id } = begun;
    if (id === null) return end;
    let mayAsk = true;
    try {
      for (let waited = 0; ; ) {
        if (end.state === 'action' && end.client_secret && mayAsk) {
          // Also after a wait: an event of the card processor may have come before its answer.
          mayAsk = false;
          setChecking(false);
          await desk.askOwner(end.client_secret);
        } else if (end.state === 'waiting' && waited < maxAsks) {
          waited += 1;
          setChecking(true);
          await new Promise((resolve) => setTimeout(resolve, askAgainMs));
        } else return end;
        end = await settle(id);
      }
    } finally {
      setChecking(false);
    }
  };

  return { desk, checking, settle, follow };
}
