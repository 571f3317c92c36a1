import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PaymentEnd } from '../../../contract/account/billing.ts';
import { rules } from '../../../contract/rules.ts';
import { type Answer, ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { dollars } from '../../money.ts';
import { Failed } from '../../page/failed.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { AddressForm, AddressLines } from './address-form.tsx';
import { BillTable } from './bill-table.tsx';
import { fetchQuote, membershipQuery, quoteQuery, refreshPlan } from './billing.queries.ts';
import { CardChoice } from './card-choice.tsx';
import { CardRefused } from './card-desk.ts';
import { keepStand, readStand, sayDone, takeReturn } from './checkout-memory.ts';
import { Checking, Instead, Part, SafeNote, StillWaiting } from './checkout-parts.tsx';
import { useDays } from './days.ts';
import { usePayment } from './use-payment.ts';

type Membership = Answer<'GET /api/account/membership'>['data'];
type Quote = Answer<'POST /api/account/checkout-quotes'>['data'];

const route = getRouteApi('/main/checkout/$plan/$price');

/** Paying for a plan, or for what is paid once: where the bill goes, by which card, and every line before the button. */
export function CheckoutPage() {
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
        {(data) =>
          data.takes_cards ? (
            <Checkout membership={data} />
          ) : (
            <Instead to="plans">
              <Trans>지금은 카드로 결제할 수 없어요. 전화나 메일로 신청해 주세요.</Trans>
            </Instead>
          )
        }
      </QueryStates>
    </div>
  );
}

/** What is said beside the button or at the card. */
interface Notice {
  at: 'card' | 'button';
  kind: 'failure' | 'info';
  text: string;
}

function Checkout({ membership }: { membership: Membership }) {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const { plan, price } = route.useParams();
  const at = `/checkout/${plan}/${price}`;
  const [stand] = useState(() => readStand(at));
  const [coupon, setCoupon] = useState(stand?.coupon ?? '');
  const [couponProblem, setCouponProblem] = useState<string>();
  const [picked, setPicked] = useState<string>();
  const [editing, setEditing] = useState(membership.address === null);
  const [said, setSaid] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const { desk, checking, settle, follow } = usePayment();
  const { address, cards } = membership;
  const usual = cards.find(({ is_default }) => is_default) ?? cards[0];
  const chosen = picked === 'new' || cards.some(({ id }) => id === picked) ? picked : usual?.id;
  const card = chosen ?? 'new';
  const wanted = { plan, price, coupon, cardId: card === 'new' ? null : card };
  const quoted = useQuery({
    ...quoteQuery(context, wanted, address),
    placeholderData: keepPreviousData,
    enabled: !busy,
  });
  const { data: quote } = quoted;
  const error = quoted.error instanceof ApiError ? quoted.error : null;
  const couponError = error?.errors.coupon_code?.[0];

  const fail = (text: string, place: Notice['at'] = 'button') =>
    setSaid({ at: place, kind: 'failure', text });

  const finish = async (done: 'subscribed' | 'trial' | 'once') => {
    keepStand(null);
    await refreshPlan(context).catch(() => undefined);
    const back = takeReturn();
    if (back && done !== 'once') return router.navigate({ href: back, replace: true });
    sayDone(done);
    return router.navigate({
      to: '/account/$',
      params: { _splat: done === 'once' ? 'invoices' : 'membership' },
      replace: true,
    });
  };
  const doneBy = (from: Quote) =>
    from.period === 'once' ? 'once' : from.trial_days > 0 ? 'trial' : 'subscribed';

  const end = async (begun: PaymentEnd, done: Parameters<typeof finish>[0]) => {
    keepStand({ at, coupon, invoice: begun.invoice_id });
    const { state, message } = await follow(begun);
    if (state === 'paid') return finish(done);
    if (state === 'declined') {
      fail(message ?? t`카드가 거절됐어요. 다른 카드를 골라 주세요.`, 'card');
      return undefined;
    }
    if (state === 'waiting') setWaiting(true);
    else fail(t`본인 확인을 마치지 않아서 아직 결제되지 않았어요. 버튼을 다시 누르면 이어서 할 수 있어요.`);
    return undefined;
  };

  /** Runs one thing at a time, and says what went wrong. */
  const run = async (work: () => Promise<unknown>) => {
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
            : (Object.values(problem.errors)[0]?.[0] ?? problem.message);
        fail(text || t`잠시 뒤에 다시 시도해 주세요.`);
        if (problem.status === 409 || problem.status === 422 || problem.status === 404) void quoted.refetch();
      } else fail(t`카드사와 연결하지 못했어요. 결제되지 않았으니 다시 시도해 주세요.`);
    } finally {
      setBusy(false);
    }
  };

  const pay = (shown: Quote) =>
    run(async () => {
      let cardId = card;
      let now = shown;
      if (card === 'new') {
        cardId = (await desk.save()).id;
        await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
        setPicked(cardId);
        // What the card decides is known only now: with one that was tried with before, there is no trial.
        now = await fetchQuote(context, { ...wanted, cardId });
        context.queryClient.setQueryData(quoteQuery(context, { ...wanted, cardId }, address).queryKey, now);
        if (now.bill.charge_cents !== shown.bill.charge_cents || now.agreement !== shown.agreement) {
          fail(t`이 카드로는 금액이 달라져요. 새 금액을 확인하고 다시 눌러 주세요.`);
          return;
        }
      }
      const { data } = await context.api('POST /api/account/checkouts', {
        body: {
          plan_id: plan,
          price_id: now.price_id,
          card_id: cardId,
          coupon_code: coupon,
          charge_cents: now.bill.charge_cents,
          agreement: now.agreement,
        },
      });
      await end(data, doneBy(now));
    });

  // A reload while the bank was asking, or before the answer came: it goes on where it was.
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || !stand?.invoice || !quote) return;
    taken.current = true;
    const { invoice } = stand;
    void run(async () => {
      const found = await settle(invoice).catch(() => null);
      if (found?.state === 'paid' || found?.state === 'waiting') await end(found, doneBy(quote));
      else if (found?.state === 'action')
        setSaid({
          at: 'button',
          kind: 'info',
          text: t`은행의 본인 확인이 남았어요. 버튼을 누르면 이어서 할 수 있어요.`,
        });
      else keepStand({ at, coupon, invoice: null });
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
  if (error?.code === 'not_found' || error?.errors.plan_id || error?.errors.price_id)
    return (
      <Instead to="plans">
        <Trans>지금은 고를 수 없는 이용권이에요.</Trans>
      </Instead>
    );
  const addressError = error?.errors.address?.[0];

  return (
    <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_400px]">
      <div className="min-w-0 space-y-4">
        <Part
          title={<Trans>청구지 주소</Trans>}
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
        <Part title={<Trans>결제 카드</Trans>}>
          <CardChoice
            cards={cards}
            value={card}
            onChange={(value) => {
              setPicked(value);
              setSaid(null);
            }}
            desk={desk}
            error={said?.at === 'card' ? said.text : null}
            disabled={busy}
          />
          <div className="mt-4">
            <SafeNote />
          </div>
        </Part>
        {quote?.period !== 'once' && (
          <Part title={<Trans>쿠폰</Trans>}>
            <Coupon
              coupon={coupon}
              error={couponProblem}
              disabled={busy}
              onApply={async (code) => {
                const wantedWith = { ...wanted, coupon: code };
                const found = await fetchQuote(context, wantedWith);
                context.queryClient.setQueryData(quoteQuery(context, wantedWith, address).queryKey, found);
                setCoupon(code);
                keepStand({ at, coupon: code, invoice: null });
              }}
              onRemove={() => {
                setCoupon('');
                keepStand(null);
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
            said={said?.at === 'button' ? said : null}
            busy={busy}
            checking={checking}
            waiting={waiting}
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

/** A code that takes something off; what is wrong with it is said at its field. */
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
  onApply: (code: string) => Promise<void>;
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
      <Button type="submit" disabled={disabled || sending.busy}>
        <Trans>적용하기</Trans>
      </Button>
    </form>
  );
}

interface SummaryProps {
  quote: Quote;
  /** The address names a price that is not in force any more. */
  isPriceNew: boolean;
  /** Another quote is on its way. */
  isOld: boolean;
  /** What has to come before the button. */
  blocked: ReactNode;
  said: Notice | null;
  busy: boolean;
  checking: boolean;
  waiting: boolean;
  onPay: () => void;
}

/** What it comes to, what is agreed to, and the button. */
function Summary({ quote, isPriceNew, isOld, blocked, said, busy, checking, waiting, onPay }: SummaryProps) {
  const { t } = useLingui();
  const { day } = useDays();
  const agreement = useId();
  const { bill, trial_days: days, next_charge: next, period } = quote;
  const amount = dollars(bill.charge_cents);
  const nextDay = next && day(next.on);
  const nextAmount = next && dollars(next.cents);
  return (
    <Part title={quote.plan_name}>
      <p className="-mt-3 mb-4 text-quiet tabular-nums">
        {dollars(quote.price_cents)}
        {period !== 'once' && ' · '}
        {period === 'monthly' && <Trans>한 달</Trans>}
        {period === 'yearly' && <Trans>1년</Trans>}
      </p>
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
            {said && <Said kind={said.kind}>{said.text}</Said>}
            {checking && <Checking />}
            {waiting ? (
              <StillWaiting />
            ) : (
              <Button
                look="primary"
                size="lg"
                className="w-full whitespace-normal"
                aria-describedby={agreement}
                disabled={busy || isOld}
                onClick={onPay}
              >
                {busy ? (
                  t`처리하는 중…`
                ) : days > 0 ? (
                  <Trans>무료 체험 시작하기</Trans>
                ) : bill.charge_cents === 0 ? (
                  <Trans>시작하기</Trans>
                ) : (
                  <Trans>{amount} 결제하기</Trans>
                )}
              </Button>
            )}
          </>
        )}
      </div>
    </Part>
  );
}
