import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { PaymentEnd } from '../../../contract/account/billing.ts';
import { type Answer, ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { QueryStates } from '../../page/query-states.tsx';
import { BillTable } from './bill-table.tsx';
import { invoiceQuery, membershipQuery, refreshPlan } from './billing.queries.ts';
import { CardChoice } from './card-choice.tsx';
import { CardRefused } from './card-desk.ts';
import { sayDone } from './checkout-memory.ts';
import { Checking, Instead, Part, SafeNote, StillWaiting } from './checkout-parts.tsx';
import { usePayment } from './use-payment.ts';

type Invoice = Answer<'GET /api/account/invoices/{id}'>['data'];
type Membership = Answer<'GET /api/account/membership'>['data'];

/** Paying an open invoice, or finishing its payment with the bank. */
export function PayPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const context = useApp();
  const invoice = useQuery(invoiceQuery(context, id));
  const membership = useQuery(membershipQuery(context));
  const skeleton = <ListSkeleton rows={2} row="h-40 rounded-lg" />;
  if (invoice.error instanceof ApiError && [404, 422].includes(invoice.error.status))
    return (
      <Instead to="membership">
        <Trans>찾을 수 없는 청구서예요.</Trans>
      </Instead>
    );
  return (
    <QueryStates
      query={invoice}
      keepsData
      loading={skeleton}
      failed={<Trans>청구서를 불러오지 못했어요</Trans>}
    >
      {(bill) => (
        <QueryStates
          query={membership}
          keepsData
          loading={skeleton}
          failed={<Trans>결제 정보를 불러오지 못했어요</Trans>}
        >
          {(own) => <Pay invoice={bill} membership={own} />}
        </QueryStates>
      )}
    </QueryStates>
  );
}

function Pay({ invoice, membership }: { invoice: Invoice; membership: Membership }) {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const { desk, checking, settle, follow } = usePayment();
  const [picked, setPicked] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(invoice.message);
  const { cards } = membership;
  const usual = cards.find(({ is_default }) => is_default) ?? cards[0];
  const chosen = picked === 'new' || cards.some(({ id }) => id === picked) ? picked : usual?.id;
  const card = chosen ?? 'new';
  const { id } = invoice;
  const amount = dollars(invoice.bill.charge_cents);

  const end = async (begun: PaymentEnd) => {
    const { state, message } = await follow(begun);
    if (state === 'paid') {
      await refreshPlan(context).catch(() => undefined);
      sayDone('paid');
      await router.navigate({ to: '/account/$', params: { _splat: 'membership' }, replace: true });
    } else if (state === 'declined') setFailure(message ?? t`카드가 거절됐어요. 다른 카드를 골라 주세요.`);
    else if (state === 'waiting') setWaiting(true);
    else setNote(t`은행의 본인 확인이 남았어요. 버튼을 누르면 이어서 할 수 있어요.`);
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setNote(null);
    setWaiting(false);
    try {
      await work();
    } catch (problem) {
      if (problem instanceof CardRefused) {
        setFailure(problem.message || null);
        desk.focus();
      } else if (problem instanceof ApiError)
        setFailure(
          problem.code === 'network'
            ? t`인터넷에 연결되지 않았어요. 다시 눌러도 두 번 결제되지 않아요.`
            : problem.message || t`잠시 뒤에 다시 시도해 주세요.`,
        );
      else setFailure(t`카드사와 연결하지 못했어요. 결제되지 않았으니 다시 시도해 주세요.`);
    } finally {
      setBusy(false);
    }
  };
  const pay = () =>
    run(async () => {
      setFailure(null);
      let cardId = card;
      if (card === 'new') {
        cardId = (await desk.save()).id;
        setPicked(cardId);
        await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
      }
      await end(
        (
          await context.api('POST /api/account/invoices/{id}/pay', {
            params: { id },
            body: { card_id: cardId },
          })
        ).data,
      );
    });

  // How it stands is asked once: it may be paid already, or wait for the bank.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || !invoice.can_pay) return;
    asked.current = true;
    void settle(id).then(
      (found) => {
        if (found.state === 'paid' || found.state === 'waiting') void run(() => end(found));
        else if (found.state === 'action') {
          setFailure(null);
          setNote(t`은행의 본인 확인이 남았어요. 버튼을 누르면 이어서 할 수 있어요.`);
        }
      },
      () => undefined,
    );
  });

  if (!invoice.can_pay && !busy)
    return (
      <Instead to="membership">
        {invoice.state === 'cancel' ? (
          <Trans>취소된 청구서라서 결제할 것이 없어요.</Trans>
        ) : (
          <Trans>이미 결제한 청구서예요.</Trans>
        )}
      </Instead>
    );
  return (
    <div className="max-w-2xl space-y-4">
      <Part title={invoice.text}>
        <BillTable bill={invoice.bill} />
      </Part>
      <Part title={<Trans>결제 카드</Trans>}>
        <CardChoice
          cards={cards}
          value={card}
          onChange={(value) => {
            setPicked(value);
            setFailure(null);
          }}
          desk={desk}
          error={failure}
          disabled={busy}
        />
        <div className="mt-4 space-y-4">
          <SafeNote />
          {note && <Said kind="info">{note}</Said>}
          {checking && <Checking />}
          {waiting ? (
            <StillWaiting />
          ) : (
            <Button
              look="primary"
              size="lg"
              className="w-full whitespace-normal"
              disabled={busy}
              onClick={() => void pay()}
            >
              {busy ? <Trans>처리하는 중…</Trans> : <Trans>{amount} 결제하기</Trans>}
            </Button>
          )}
        </div>
      </Part>
    </div>
  );
}
