/** Paying by card, as every page that takes cards does it: which card, one thing at a time, to its end. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { PaymentEnd, SavedCard } from '../../../contract/account/billing.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { membershipQuery } from './billing.queries.ts';
import { CardChoice } from './card-choice.tsx';
import { CardRefused } from './card-desk.ts';
import { Checking, Part, SafeNote, StillWaiting } from './checkout-parts.tsx';
import { useAmountChanged } from './use-amount-changed.ts';
import { usePayment } from './use-payment.ts';

/** What is said beside the button or at the card. */
interface Notice {
  at: 'card' | 'button';
  kind: 'failure' | 'info';
  text: string;
}

/** How far a payment has come on this page, and what moves it on. */
export type CardPayment = ReturnType<typeof useCardPayment>;

/**
 * A payment with one of the saved cards or a new one. `message`: what was wrong with the card before; `forCheckout`: of something new,
 * so a new card pays nothing else yet; `onRefused`: the server refused what was asked, so what is shown may be old.
 */
export function useCardPayment({
  cards,
  message = null,
  forCheckout = false,
  onRefused,
}: {
  cards: readonly SavedCard[];
  message?: string | null;
  forCheckout?: boolean;
  onRefused?: () => void;
}) {
  const { t } = useLingui();
  const context = useApp();
  const { desk, checking, settle, follow } = usePayment();
  const amountChanged = useAmountChanged();
  const [picked, setPicked] = useState<string>();
  const [said, setSaid] = useState<Notice | null>(
    message === null ? null : { at: 'card', kind: 'failure', text: message },
  );
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const usual = cards.find(({ is_default }) => is_default) ?? cards[0];
  const chosen = picked === 'new' || cards.some(({ id }) => id === picked) ? picked : usual?.id;
  const card = chosen ?? 'new';
  const fail = (text: string, at: Notice['at'] = 'button') => setSaid({ at, kind: 'failure', text });

  /** Brings a payment to its end, and says what stands in its way; answers whether it is paid. */
  const bring = async (begun: PaymentEnd): Promise<boolean> => {
    const end = await follow(begun);
    if (end.state === 'paid') return true;
    if (end.state === 'declined') fail(end.message ?? t`카드가 거절됐어요. 다른 카드를 골라 주세요.`, 'card');
    else if (end.state === 'waiting') setWaiting(true);
    else fail(t`본인 확인을 마치지 않아서 아직 결제되지 않았어요. 버튼을 다시 누르면 이어서 할 수 있어요.`);
    return false;
  };

  /** Runs one thing at a time, and says what went wrong. `shownCents`: the amount that the button shows, where it may change. */
  const run = async (work: () => Promise<unknown>, shownCents = 0): Promise<void> => {
    setBusy(true);
    setSaid(null);
    setWaiting(false);
    try {
      await work();
    } catch (problem) {
      if (problem instanceof CardRefused) {
        if (problem.message) fail(problem.message, 'card');
        desk.focus();
      } else if (problem instanceof ApiError) {
        const text =
          problem.code === 'network'
            ? t`인터넷에 연결되지 않았어요. 다시 눌러도 두 번 결제되지 않아요.`
            : problem.code === 'amount_changed'
              ? amountChanged(problem, shownCents)
              : (Object.values(problem.errors)[0]?.[0] ?? problem.message);
        fail(text || t`잠시 뒤에 다시 시도해 주세요.`);
        if ([404, 409, 422].includes(problem.status)) onRefused?.();
      } else fail(t`카드사와 연결하지 못했어요. 결제되지 않았으니 다시 시도해 주세요.`);
    } finally {
      setBusy(false);
    }
  };

  return {
    card,
    said,
    busy,
    waiting,
    checking,
    desk,
    fail,
    bring,
    run,
    pick(value: string) {
      setPicked(value);
      setSaid(null);
    },
    /** The id of the card that is charged; a new one is saved first. */
    async save(): Promise<string> {
      if (card !== 'new') return card;
      const { id } = await desk.save({ forCheckout });
      await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
      setPicked(id);
      return id;
    },
    /**
     * Takes up a payment that was left, such as by a reload: what goes on by itself is brought to its end. Answers how it was found;
     * null: it cannot be asked now.
     */
    async takeUp(invoiceId: string, onPaid: () => Promise<unknown>): Promise<PaymentEnd['state'] | null> {
      const found = await settle(invoiceId).catch(() => null);
      if (found?.state === 'paid' || found?.state === 'waiting')
        await run(async () => (await bring(found)) && onPaid());
      else if (found?.state === 'action')
        setSaid({
          at: 'button',
          kind: 'info',
          text: t`카드사의 본인 확인이 남았어요. 버튼을 누르면 이어서 할 수 있어요.`,
        });
      return found?.state ?? null;
    },
  };
}

/** The card of a payment. */
export function CardPart({ payment, cards }: { payment: CardPayment; cards: readonly SavedCard[] }) {
  const { card, said, busy, desk, pick } = payment;
  return (
    <Part title={<Trans>결제 카드</Trans>}>
      <CardChoice
        cards={cards}
        value={card}
        onChange={pick}
        desk={desk}
        error={said?.at === 'card' ? said.text : null}
        disabled={busy}
      />
      <div className="mt-4">
        <SafeNote />
      </div>
    </Part>
  );
}

interface PayButtonProps {
  payment: CardPayment;
  onPay: () => void;
  /** What is shown is not what is true now. */
  disabled?: boolean;
  /** The id of what is agreed to. */
  describedBy?: string;
  children: ReactNode;
}

/** The button that pays, and beside it how far the payment has come. */
export function PayButton({ payment, onPay, disabled = false, describedBy, children }: PayButtonProps) {
  const { said, busy, checking, waiting } = payment;
  return (
    <div className="space-y-4">
      {said?.at === 'button' && <Said kind={said.kind}>{said.text}</Said>}
      {checking && <Checking />}
      {waiting ? (
        <StillWaiting />
      ) : (
        <Button
          look="primary"
          size="lg"
          className="w-full whitespace-normal!"
          aria-describedby={describedBy}
          disabled={busy || disabled}
          onClick={onPay}
        >
          {busy ? <Trans>처리하는 중…</Trans> : children}
        </Button>
      )}
    </div>
  );
}
