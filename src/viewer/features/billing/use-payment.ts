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
    if (end.state === 'action' && end.client_secret) {
      await desk.askOwner(end.client_secret);
      end = await settle(id);
    }
    setChecking(end.state === 'waiting');
    try {
      for (let asked = 0; end.state === 'waiting' && asked < maxAsks; asked += 1) {
        await new Promise((resolve) => setTimeout(resolve, askAgainMs));
        end = await settle(id);
      }
    } finally {
      setChecking(false);
    }
    return end;
  };
  return { desk, checking, settle, follow };
}
