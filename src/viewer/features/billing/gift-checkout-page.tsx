import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { useApp } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { Failed } from '../../page/failed.tsx';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { AddressForm, AddressLines } from './address-form.tsx';
import { BillTable } from './bill-table.tsx';
import { giftQuoteQuery, giftsQuery, membershipQuery } from './billing.queries.ts';
import { CardPart, PayButton, useCardPayment } from './card-payment.tsx';
import { keepStand, readStand, sayDone } from './checkout-memory.ts';
import { Instead, Part } from './checkout-parts.tsx';
import { useDays } from './days.ts';
import { type Membership, WithMembership } from './with-subscription.tsx';

const route = getRouteApi('/main/checkout/gift/$plan/$months');

/** Paying for a gift. */
export function GiftCheckoutPage() {
  return (
    <GrownUps>
      <div className="gutter mx-auto max-w-[1120px] pt-6 pb-8 tablet:pt-10">
        <h1 className="mb-6 text-28 font-extrabold tablet:text-36">
          <Trans>선물하기</Trans>
        </h1>
        <WithMembership>
          {(membership) =>
            membership.takes_cards ? (
              <GiftCheckout membership={membership} />
            ) : (
              <Instead to="plans">
                <Trans>지금은 카드로 결제할 수 없어요. 전화나 메일로 신청해 주세요.</Trans>
              </Instead>
            )
          }
        </WithMembership>
      </div>
    </GrownUps>
  );
}

function GiftCheckout({ membership: { cards, address } }: { membership: Membership }) {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const { months: inMonths } = useDays();
  const { plan, months } = route.useParams();
  const at = `/checkout/gift/${plan}/${months}`;
  const [stand] = useState(() => readStand(at));
  // The same gift is bought once, however often it is pressed, and after a reload too.
  const [key] = useState(() => stand?.key ?? crypto.randomUUID());
  const quoted = useQuery(giftQuoteQuery(context, { plan, months: Number(months) }));
  const payment = useCardPayment({ cards, forCheckout: true, onRefused: () => void quoted.refetch() });
  const { data: quote, error } = quoted;
  const agreement = useId();

  const finish = async () => {
    keepStand(null);
    sayDone('gift');
    await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
    await context.queryClient.invalidateQueries({ queryKey: giftsQuery(context).queryKey });
    await router.navigate({ to: '/account/$', params: { _splat: `gifts/${key}` }, replace: true });
  };
  const pay = (shown: NonNullable<typeof quote>) =>
    payment.run(async () => {
      const { bill, agreement } = shown;
      const { charge_cents } = bill;
      const card_id = charge_cents > 0 ? await payment.save() : null;
      keepStand({ at, coupon: '', invoice: null, key });
      const { data } = await context.api('POST /api/account/gifts', {
        body: { plan_id: plan, months: shown.months, card_id, charge_cents, agreement, key },
      });
      keepStand({ at, coupon: '', invoice: data.invoice_id, key });
      if (await payment.bring(data)) await finish();
    }, shown.bill.charge_cents);

  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || !stand?.invoice) return;
    taken.current = true;
    void payment.takeUp(stand.invoice, finish);
  });

  if (error instanceof ApiError && [404, 422].includes(error.status))
    return (
      <Instead to="gifts">
        <Trans>지금은 그렇게 선물할 수 없어요.</Trans>
      </Instead>
    );
  if (error)
    return (
      <Failed onRetry={() => void quoted.refetch()}>
        <Trans>금액을 불러오지 못했어요</Trans>
      </Failed>
    );
  if (!quote) return <ListSkeleton rows={2} row="h-40 rounded-lg" />;
  const amount = dollars(quote.bill.charge_cents);
  const isPaid = quote.bill.charge_cents === 0;
  const length = inMonths(quote.months);
  return (
    <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_400px]">
      {!isPaid && (
        <div className="min-w-0 space-y-4">
          <Part title={<Trans>청구지 주소</Trans>}>
            {address ? (
              <AddressLines address={address} />
            ) : (
              <AddressForm address={null} onSaved={() => void quoted.refetch()} />
            )}
          </Part>
          <CardPart payment={payment} cards={cards} />
        </div>
      )}
      <div className="min-w-0 desktop:sticky desktop:top-24">
        <Part title={t`${quote.plan_name} ${length}`}>
          <BillTable bill={quote.bill} total={<Trans>오늘 결제할 금액</Trans>} />
          {quote.needs_address ? (
            <p className="mt-5 border-t border-line pt-5 text-quiet">
              <Trans>청구지 주소를 저장하면 결제할 수 있어요.</Trans>
            </p>
          ) : (
            <>
              <p id={agreement} className="my-5 border-t border-line pt-5 text-14 text-quiet">
                {quote.agreement}
              </p>
              <PayButton payment={payment} describedBy={agreement} onPay={() => void pay(quote)}>
                {isPaid ? <Trans>적립금으로 선물하기</Trans> : <Trans>{amount} 결제하기</Trans>}
              </PayButton>
            </>
          )}
        </Part>
      </div>
    </div>
  );
}
