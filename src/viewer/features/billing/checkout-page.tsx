import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { rules } from '../../../contract/rules.ts';
import { type Answer, ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Switch } from '../../../ui/components/switch.tsx';
import { useApp } from '../../context.ts';
import { lineLink, Said } from '../../forms/guest-frame.tsx';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { dollars } from '../../money.ts';
import { Failed } from '../../page/failed.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { AddressForm, AddressLines } from './address-form.tsx';
import { BillTable } from './bill-table.tsx';
import { fetchQuote, membershipQuery, quoteQuery, refreshPlan } from './billing.queries.ts';
import { CardPart, type CardPayment, PayButton, useCardPayment } from './card-payment.tsx';
import { keepStand, readStand, sayDone, takeReturn } from './checkout-memory.ts';
import { Instead, Part } from './checkout-parts.tsx';
import { useDays } from './days.ts';
import { isGiftCode } from './gift-code.ts';
import { useAmountChanged } from './use-amount-changed.ts';

type Membership = Answer<'GET /api/account/membership'>['data'];
type Quote = Answer<'POST /api/account/checkout-quotes'>['data'];

const route = getRouteApi('/main/checkout/$plan/$price');

/** Payment for a plan or a one-time charge: address, card, and every line before the button. */
export function CheckoutPage() {
  return (
    <GrownUps>
      <CheckoutContent />
    </GrownUps>
  );
}

function CheckoutContent() {
  const context = useApp();
  const membership = useQuery(membershipQuery(context));
  return (
    <div className="gutter mx-auto max-w-[1120px] pt-6 pb-8 tablet:pt-10">
      <h1 className="mb-6 text-28 font-extrabold tablet:text-36">
        <Trans>결제</Trans>
      </h1>
      <QueryStates
        query={membership}
        keepsData
        loading={<ListSkeleton rows={3} row="h-40 rounded-lg" />}
        failed={<Trans>결제 정보를 불러오지 못했어요</Trans>}
      >
        {(data) => <Checkout membership={data} />}
      </QueryStates>
    </div>
  );
}

function Checkout({ membership }: { membership: Membership }) {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const { plan, price } = route.useParams();
  const { for: payRequest = '' } = route.useSearch();
  const at = `/checkout/${plan}/${price}${payRequest && `?for=${payRequest}`}`;
  const [stand] = useState(() => readStand(at));
  const [key] = useState(() => stand?.key ?? crypto.randomUUID());
  // A reload, going back and a copy of the tab are the same purchase.
  useEffect(() => {
    if (!stand) keepStand({ at, coupon: '', invoice: null, key });
  }, [at, stand, key]);
  const [coupon, setCoupon] = useState(stand?.coupon ?? '');
  const [couponProblem, setCouponProblem] = useState<string>();
  const { address, cards, takes_cards: takesCards } = membership;
  // Where no card is taken, credit alone can pay.
  const [byCredit, setByCredit] = useState(!takesCards);
  const [editing, setEditing] = useState(membership.address === null);
  const amountChanged = useAmountChanged();
  const payment = useCardPayment({ cards, forCheckout: true, onRefused: () => void quoted.refetch() });
  const { card, busy, bring, run, save, takeUp } = payment;
  const wanted = {
    plan,
    price,
    coupon,
    payRequest,
    cardId: card === 'new' || byCredit ? null : card,
    byCredit,
  };
  const quoted = useQuery({
    ...quoteQuery(context, wanted, address),
    placeholderData: keepPreviousData,
    enabled: !busy,
  });
  const { data: quote } = quoted;
  const error = quoted.error instanceof ApiError ? quoted.error : null;
  const couponError = error?.errors.coupon_code?.[0];

  const finish = async (done: 'subscribed' | 'trial' | 'once' | 'given') => {
    keepStand(null);
    await refreshPlan(context).catch(() => undefined);
    const back = takeReturn();
    if (back && done !== 'once' && done !== 'given') return router.navigate({ href: back, replace: true });
    sayDone(done);
    return router.navigate({
      to: '/account/$',
      params: { _splat: done === 'once' ? 'invoices' : 'membership' },
      replace: true,
    });
  };
  const doneBy = (from: Quote) =>
    from.for_name !== null
      ? 'given'
      : from.period === 'once'
        ? 'once'
        : from.trial_days > 0
          ? 'trial'
          : 'subscribed';

  const pay = (shown: Quote) =>
    run(async () => {
      const cardId = needsCard(shown) ? await save() : null;
      let now = shown;
      if (card === 'new' && cardId !== null) {
        // The card decides the trial: one that had a trial before has none.
        now = await fetchQuote(context, { ...wanted, cardId });
        context.queryClient.setQueryData(quoteQuery(context, { ...wanted, cardId }, address).queryKey, now);
        if (now.bill.charge_cents !== shown.bill.charge_cents || now.agreement !== shown.agreement) {
          payment.fail(
            now.trial_days === shown.trial_days
              ? amountChanged({ totalCents: now.bill.charge_cents }, shown.bill.charge_cents)
              : t`이 카드로는 금액이 달라져요. 새 금액을 확인하고 다시 눌러 주세요.`,
          );
          return;
        }
      }
      const { data } = await context.api('POST /api/account/checkouts', {
        body: {
          key,
          plan_id: plan,
          price_id: now.price_id,
          card_id: cardId,
          by_credit: shown.by_credit,
          coupon_code: coupon,
          pay_request: payRequest,
          charge_cents: now.bill.charge_cents,
          agreement: now.agreement,
        },
      });
      keepStand({ at, coupon, invoice: data.invoice_id, key });
      if (await bring(data)) await finish(doneBy(now));
    }, shown.bill.charge_cents);

  // A reload while the bank was asking, or before the answer came: it goes on where it was.
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || !stand?.invoice || !quote) return;
    taken.current = true;
    void takeUp(stand.invoice, () => finish(doneBy(quote))).then((found) => {
      if (found === null || found === 'declined') keepStand({ at, coupon, invoice: null, key });
    });
  });

  // A code that was kept and is good no more is taken away: everything else stays.
  useEffect(() => {
    if (!couponError || !coupon) return;
    setCouponProblem(couponError);
    setCoupon('');
  }, [couponError, coupon]);

  if (error?.code === 'already_subscribed' && !busy)
    return <Instead to="membership">{error.message}</Instead>;
  if (error?.code === 'pay_request_gone' && !busy) return <Instead to="plans">{error.message}</Instead>;
  if (error?.code === 'not_found' || error?.errors.plan_id || error?.errors.price_id)
    return (
      <Instead to="plans">
        <Trans>지금은 고를 수 없는 이용권이에요.</Trans>
      </Instead>
    );
  if (!takesCards && quote && !quote.by_credit)
    return (
      <Instead to="plans">
        <Trans>지금은 카드로 결제할 수 없어요. 전화나 메일로 신청해 주세요.</Trans>
      </Instead>
    );
  const addressError = error?.errors.address?.[0];

  return (
    <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_400px]">
      <div className="min-w-0 space-y-4">
        <Part
          title={<Trans>청구지 주소</Trans>}
          shown={editing}
          aside={
            !editing && (
              <Button disabled={busy} onClick={() => setEditing(true)} aria-label={t`청구지 주소 바꾸기`}>
                <Trans>바꾸기</Trans>
              </Button>
            )
          }
        >
          {addressError && (
            <div className="mb-4">
              <Said kind="failure">{addressError}</Said>
            </div>
          )}
          {editing || !address ? (
            <AddressForm
              address={address}
              onSaved={() => setEditing(false)}
              onCancel={address ? () => setEditing(false) : undefined}
            />
          ) : (
            <AddressLines address={address} />
          )}
        </Part>
        {takesCards && quote?.credit_pays && (
          <Part title={<Trans>적립금</Trans>}>
            <Switch
              label={t`카드 없이 적립금으로만 보기`}
              hint={t`적립금이 다음 기간의 금액보다 적으면 그 전에 자동으로 끝나요.`}
              checked={byCredit}
              disabled={busy}
              onChange={setByCredit}
            />
          </Part>
        )}
        {takesCards && (!quote || needsCard(quote)) && <CardPart payment={payment} cards={cards} />}
        {quote?.period !== 'once' && (
          <Part title={<Trans>쿠폰</Trans>} shown={coupon}>
            <Coupon
              coupon={coupon}
              error={couponProblem}
              disabled={busy}
              onApply={async (code) => {
                const wantedWith = { ...wanted, coupon: code };
                const found = await fetchQuote(context, wantedWith).catch((problem: unknown) => {
                  if (problem instanceof ApiError && problem.errors.coupon_code && isGiftCode(code))
                    return null;
                  throw problem;
                });
                // No coupon, but perhaps a gift.
                if (!found) return router.navigate({ to: '/redeem', search: { code } });
                context.queryClient.setQueryData(quoteQuery(context, wantedWith, address).queryKey, found);
                setCoupon(code);
                keepStand({ at, coupon: code, invoice: null, key });
                return undefined;
              }}
              onRemove={() => {
                setCoupon('');
                keepStand({ at, coupon: '', invoice: null, key });
              }}
            />
          </Part>
        )}
      </div>
      <div className="min-w-0 desktop:sticky desktop:top-24">
        {quote ? (
          <Summary
            quote={quote}
            isPriceNew={quote.price_id !== price}
            isOld={quoted.isPlaceholderData}
            blocked={
              editing || quote.needs_address ? (
                <Trans>주소를 저장하면 세금까지 더한 금액을 보여 드려요.</Trans>
              ) : null
            }
            payment={payment}
            onPay={() => void pay(quote)}
          />
        ) : error && !addressError && !couponError ? (
          <Failed onRetry={() => void quoted.refetch()}>
            {error.message || <Trans>금액을 불러오지 못했어요</Trans>}
          </Failed>
        ) : (
          !error && <ListSkeleton rows={1} row="h-80 rounded-lg" />
        )}
      </div>
    </div>
  );
}

/** Whether a checkout needs a card: for a charge now, or for a renewal that it agrees to. */
const needsCard = ({ by_credit, period, bill }: Quote): boolean =>
  !by_credit && (period !== 'once' || bill.charge_cents > 0);

/** A coupon code. A problem is shown at its field. */
function Coupon({
  coupon,
  error,
  disabled,
  onApply,
  onRemove,
}: {
  coupon: string;
  error: string | undefined;
  disabled: boolean;
  onApply: (code: string) => Promise<unknown>;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const sending = useSubmit(['coupon_code']);
  if (coupon)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 [overflow-wrap:anywhere]">
          <Trans>
            쿠폰 <strong>{coupon}</strong> 적용했어요.
          </Trans>
        </p>
        <Button disabled={disabled} onClick={onRemove}>
          <Trans>쿠폰 빼기</Trans>
        </Button>
      </div>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('coupon_code')).trim();
    if (sending.check({ coupon_code: rules.required(code) })) void sending.send(() => onApply(code));
  };
  return (
    <form ref={sending.form} noValidate className="space-y-3" onSubmit={submit}>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <Field
        label={t`쿠폰 코드`}
        name="coupon_code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={sending.errorOf('coupon_code') ?? error}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" disabled={disabled || sending.busy}>
          <Trans>적용하기</Trans>
        </Button>
        <Link to="/redeem" className={lineLink}>
          <Trans>선물 코드가 있나요?</Trans>
        </Link>
      </div>
    </form>
  );
}

interface SummaryProps {
  quote: Quote;
  /** The address names a price that is not in force any more. */
  isPriceNew: boolean;
  /** Another quote is on its way. */
  isOld: boolean;
  /** The step that has to come before the button. */
  blocked: ReactNode;
  payment: CardPayment;
  onPay: () => void;
}

/** Amount, agreement and button. */
function Summary({ quote, isPriceNew, isOld, blocked, payment, onPay }: SummaryProps) {
  const { day } = useDays();
  const agreement = useId();
  const { bill, trial_days: days, next_charge: next, period } = quote;
  const amount = dollars(bill.charge_cents);
  const nextDay = next && day(next.on);
  const nextAmount = next && dollars(next.cents);
  const credit = dollars(bill.credit_cents);
  return (
    <Part title={quote.plan_name}>
      <p className="-mt-3 mb-4 text-quiet tabular-nums">
        {dollars(quote.price_cents)}
        {period !== 'once' && ' · '}
        {period === 'monthly' && <Trans>한 달</Trans>}
        {period === 'yearly' && <Trans>1년</Trans>}
      </p>
      {quote.for_name !== null && (
        <div className="mb-4">
          <Said kind="info">
            <Trans>
              {quote.for_name} 님의 이용권이에요. 결제하면 {quote.for_name} 님이 바로 볼 수 있고, 다음 결제와
              청구서는 나에게 와요.
            </Trans>
          </Said>
        </div>
      )}
      {isPriceNew && (
        <div className="mb-4">
          <Said kind="info">
            <Trans>가격이 바뀌어서 지금 가격으로 보여 드려요.</Trans>
          </Said>
        </div>
      )}
      <div aria-live="polite" aria-busy={isOld} className={isOld ? 'opacity-50' : undefined}>
        {days > 0 && (
          <p className="mb-4 rounded-md bg-jade/15 px-4 py-3 text-14">
            {next ? (
              <Trans>
                오늘은 결제하지 않아요. {days}일 동안 무료로 보고, {nextDay}에 {nextAmount}가 처음 결제돼요.
              </Trans>
            ) : (
              <Trans>오늘은 결제하지 않아요. {days}일 동안 무료로 볼 수 있어요.</Trans>
            )}
          </p>
        )}
        {days === 0 && bill.charge_cents === 0 && (
          <p className="mb-4 rounded-md bg-jade/15 px-4 py-3 text-14">
            {bill.credit_cents > 0 && <Trans>적립금 {credit}로 내요.</Trans>}{' '}
            {next && needsCard(quote) ? (
              <Trans>오늘은 결제하지 않아요. 카드는 {nextDay}부터 결제돼요.</Trans>
            ) : (
              <Trans>오늘은 결제하지 않아요.</Trans>
            )}
          </p>
        )}
        <BillTable bill={bill} total={<Trans>오늘 결제할 금액</Trans>} />
        {next && days === 0 && (
          <p className="mt-3 text-14 text-quiet">
            <Trans>
              다음 결제: {nextDay}, {nextAmount}
            </Trans>
          </p>
        )}
      </div>
      <div className="mt-5 space-y-4 border-t border-line pt-5">
        {blocked ? (
          <p className="text-quiet">{blocked}</p>
        ) : (
          <>
            <p id={agreement} className="text-14 whitespace-pre-line text-quiet">
              {quote.agreement}
            </p>
            <PayButton payment={payment} describedBy={agreement} disabled={isOld} onPay={onPay}>
              {days > 0 ? (
                <Trans>무료 체험 시작하기</Trans>
              ) : bill.charge_cents === 0 ? (
                <Trans>시작하기</Trans>
              ) : (
                <Trans>{amount} 결제하기</Trans>
              )}
            </PayButton>
          </>
        )}
      </div>
    </Part>
  );
}
