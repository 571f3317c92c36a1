import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Answer, ApiError } from '../../../ui/api-client.ts';
import { useApp } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { QueryStates } from '../../page/query-states.tsx';
import { BillTable } from './bill-table.tsx';
import { invoiceQuery, membershipQuery, refreshPlan } from './billing.queries.ts';
import { CardPart, PayButton, useCardPayment } from './card-payment.tsx';
import { sayDone } from './checkout-memory.ts';
import { Instead, Part } from './checkout-parts.tsx';

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
  const context = useApp();
  const router = useRouter();
  const { cards } = membership;
  const payment = useCardPayment({ cards, message: invoice.message });
  const { busy, bring, run, save, takeUp } = payment;
  const { id } = invoice;
  const amount = dollars(invoice.bill.charge_cents);

  const finish = async () => {
    await refreshPlan(context).catch(() => undefined);
    sayDone('paid');
    await router.navigate({ to: '/account/$', params: { _splat: 'membership' }, replace: true });
  };
  const pay = () =>
    run(async () => {
      const body = { card_id: await save() };
      const { data } = await context.api('POST /api/account/invoices/{id}/pay', { params: { id }, body });
      if (await bring(data)) await finish();
    });

  // How it stands is asked once: it may be paid already, or wait for the bank.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || !invoice.can_pay) return;
    asked.current = true;
    void takeUp(id, finish);
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
      <CardPart payment={payment} cards={cards} />
      <PayButton payment={payment} onPay={() => void pay()}>
        <Trans>{amount} 결제하기</Trans>
      </PayButton>
    </div>
  );
}
