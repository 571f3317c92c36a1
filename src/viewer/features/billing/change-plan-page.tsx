import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentEnd, QuotedChange } from '../../../contract/account/billing.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { lineLink, Said } from '../../forms/guest-frame.tsx';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { Failed } from '../../page/failed.tsx';
import { MissingAddress } from './address-form.tsx';
import { BillTable } from './bill-table.tsx';
import { refreshPlan } from './billing.queries.ts';
import { Instead, Part } from './checkout-parts.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { useDays } from './days.ts';
import { PartOfPeriod } from './next-charge.tsx';
import { PlanInRow, planRow } from './plan-row.tsx';
import { plansQuery } from './plans.queries.ts';
import { useAmountChanged } from './use-amount-changed.ts';
import { WithSubscription } from './with-subscription.tsx';

/** The plans to which the running one can be changed. */
export function ChangePlanPage() {
  const { t } = useLingui();
  const plans = useQuery(plansQuery(useApp())).data?.data;
  return (
    <WithSubscription>
      {(subscription) => {
        if (!subscription.renews)
          return (
            <Instead to="membership">
              <Trans>해지한 이용권이에요. 해지를 취소하면 바꿀 수 있어요.</Trans>
            </Instead>
          );
        const others = plans?.filter(
          ({ period, price_id }) => period !== 'once' && price_id !== subscription.price_id,
        );
        return (
          <div className="max-w-2xl">
            <p className="mb-5 text-quiet">
              <Trans>
                지금 이용권: {subscription.plan_name}. 다른 이용권을 고르면 얼마가 언제 결제되는지 먼저 보여
                드려요.
              </Trans>
            </p>
            {others?.length === 0 ? (
              <p className="text-quiet">
                <Trans>바꿀 수 있는 다른 이용권이 없어요.</Trans>
              </p>
            ) : (
              <ul aria-label={t`바꿀 이용권`} className="space-y-3">
                {others?.map((plan) => (
                  <li key={plan.id}>
                    <Link
                      to="/account/$"
                      params={{ _splat: `change-plan/${plan.price_id}` }}
                      className={planRow}
                    >
                      <PlanInRow plan={plan} />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      }}
    </WithSubscription>
  );
}

type Change = { kind: 'plan'; price_id: string } | { kind: 'billing_day'; day_of_month: number };

/** What a change would cost. */
export function useChangeQuote(change: Change | null) {
  const context = useApp();
  return useQuery({
    queryKey: ['billing', context.session.get()?.user.id, 'change', change],
    queryFn: async ({ signal }) =>
      (
        await context.api('POST /api/account/membership/quotes', {
          body: { change: change as Change },
          signal,
        })
      ).data,
    enabled: change !== null,
    staleTime: 0,
  });
}

/** One other plan: what it costs and when, and the password. */
export function ChangeToPlanPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const plans = useQuery(plansQuery(useApp())).data?.data;
  const change = { kind: 'plan', price_id: id } as const;
  const quoted = useChangeQuote(change);
  const [end, setEnd] = useState<PaymentEnd | null>(null);
  const priceId = quoted.data?.price_id ?? id;
  const plan = plans?.find(({ price_id }) => price_id === priceId);
  if (quoted.error && !end)
    return quoted.error instanceof ApiError && quoted.error.status < 500 && quoted.error.status > 0 ? (
      <Instead to="membership">{quoted.error.errors.address?.[0] ?? quoted.error.message}</Instead>
    ) : (
      <Failed onRetry={() => void quoted.refetch()}>
        <Trans>금액을 불러오지 못했어요</Trans>
      </Failed>
    );
  if (!quoted.data) return <ListSkeleton rows={2} row="h-40 rounded-lg" className="max-w-2xl space-y-4" />;
  return (
    <div className="max-w-2xl space-y-4">
      <ChangeBill quote={quoted.data} name={plan?.name ?? ''} />
      {end?.invoice_id ? (
        <NotPaid end={end} invoiceId={end.invoice_id} />
      ) : quoted.data.needs_address ? (
        <Part title={<Trans>청구지 주소</Trans>}>
          <MissingAddress onSaved={() => void quoted.refetch()} />
        </Part>
      ) : (
        <Confirm quote={quoted.data} change={change} onEnd={setEnd} reload={() => quoted.refetch()} />
      )}
    </div>
  );
}

function ChangeBill({ quote, name }: { quote: QuotedChange; name: string }) {
  const { day } = useDays();
  const on = day(quote.on);
  const next = quote.next_charge;
  const nextDay = next && day(next.on);
  const nextAmount = next && dollars(next.cents);
  return (
    <Part title={name}>
      {quote.when === 'now' ? (
        <>
          <p className="mb-4">
            <Trans>오늘 바로 바뀌어요. 이미 낸 금액에서 남은 날만큼 빼 드려요.</Trans>
          </p>
          <BillTable bill={quote.bill} total={<Trans>오늘 결제할 금액</Trans>} />
        </>
      ) : (
        <p>
          <Trans>오늘은 결제하지 않아요. 결제한 기간까지는 지금 이용권을 쓰고, {on}부터 바뀌어요.</Trans>
        </p>
      )}
      {next && (
        <div className="mt-3 space-y-1 text-14 text-quiet">
          <p>
            <Trans>
              다음 결제: {nextDay}, {nextAmount}
            </Trans>
          </p>
          <PartOfPeriod charge={next} />
        </div>
      )}
    </Part>
  );
}

/** The charge of a change did not go through: the plan is as it was, and it can be paid by another card or finished with the bank. */
function NotPaid({ end, invoiceId }: { end: PaymentEnd; invoiceId: string }) {
  return (
    <div className="space-y-4">
      <Said kind={end.state === 'declined' ? 'failure' : 'info'}>
        {end.message ??
          (end.state === 'action' ? (
            <Trans>카드사의 본인 확인이 남았어요. 마치면 이용권이 바뀌어요.</Trans>
          ) : (
            <Trans>결제를 확인하고 있어요. 확인되면 이용권이 바뀌어요.</Trans>
          ))}
      </Said>
      <Link
        to="/account/$"
        params={{ _splat: `checkout/${invoiceId}` }}
        preload={false}
        className={buttonClass('primary')}
      >
        {end.state === 'declined' ? <Trans>다른 카드로 결제하기</Trans> : <Trans>결제 이어서 하기</Trans>}
      </Link>
    </div>
  );
}

interface ConfirmProps {
  quote: QuotedChange;
  change: Change;
  /** The charge waits for something. */
  onEnd: (end: PaymentEnd) => void;
  reload: () => Promise<unknown>;
}

/** Confirms a change as it was quoted. */
export function Confirm({ quote, change, onEnd, reload }: ConfirmProps) {
  const { t } = useLingui();
  const { day } = useDays();
  const context = useApp();
  const router = useRouter();
  const amountChanged = useAmountChanged();
  const amount = dollars(quote.bill.charge_cents);
  const on = day(quote.on);
  // The page may have been opened by an older price than is quoted.
  const asQuoted =
    change.kind === 'plan' && quote.price_id ? { ...change, price_id: quote.price_id } : change;
  return (
    <ConfirmForm
      submit={
        change.kind === 'billing_day'
          ? t`결제일 바꾸기`
          : quote.when === 'next_period'
            ? t`${on}부터 바꾸기`
            : quote.bill.charge_cents > 0
              ? t`${amount} 결제하고 바꾸기`
              : t`지금 바꾸기`
      }
      run={async (password, _, sending) => {
        const shownCents = quote.bill.charge_cents;
        try {
          const { data } = await context.api('POST /api/account/membership/changes', {
            body: {
              change: asQuoted,
              charge_cents: shownCents,
              agreement: quote.agreement,
              ...password,
            },
          });
          if (data.state !== 'paid') return onEnd(data);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'amount_changed') throw error;
          await reload();
          sending.fail(amountChanged(error, shownCents));
          return;
        }
        await router.navigate({ to: '/account/$', params: { _splat: 'membership' } });
        toast(
          'success',
          change.kind === 'billing_day'
            ? t`결제일을 바꿨어요.`
            : quote.when === 'now'
              ? t`이용권을 바꿨어요.`
              : t`${on}부터 이용권이 바뀌어요.`,
        );
        await refreshPlan(context);
      }}
    >
      {() => (
        <>
          {quote.agreement && <p className="text-14 text-quiet">{quote.agreement}</p>}
          <p className="text-14 text-quiet">
            <Link to="/account/$" params={{ _splat: 'payment-info' }} className={lineLink}>
              <Trans>결제 카드 확인하기</Trans>
            </Link>
          </p>
        </>
      )}
    </ConfirmForm>
  );
}
