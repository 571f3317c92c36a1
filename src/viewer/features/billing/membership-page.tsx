import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Subscription } from '../../../contract/account/billing.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { lineLink, Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { dollars } from '../../money.ts';
import { withParticle } from '../../page/particle.ts';
import { AskedLink } from './ask-to-pay-page.tsx';
import { refreshPlan } from './billing.queries.ts';
import { cardWords } from './card-name.tsx';
import { type CheckoutDone, takeDone } from './checkout-memory.ts';
import { Part } from './checkout-parts.tsx';
import { AddCard, type Asked, ConfirmDialog } from './confirm-dialog.tsx';
import { useDays } from './days.ts';
import { PartOfPeriod } from './next-charge.tsx';
import { OtherWays } from './other-ways.tsx';
import { PaidPlans } from './paid-plans.tsx';
import { type Membership, WithMembership } from './with-subscription.tsx';

/** The household's plan: its state, the next charge, and the possible changes. */
export function MembershipPage() {
  return <WithMembership>{(membership) => <Shown membership={membership} />}</WithMembership>;
}

/** The result of a checkout, shown once. */
export function useDone(): CheckoutDone | null {
  const [done, setDone] = useState<CheckoutDone | null>(null);
  useEffect(() => {
    const found = takeDone();
    if (found) setDone(found);
  }, []);
  return done;
}

function Shown({ membership }: { membership: Membership }) {
  const done = useDone();
  const { subscription, credit_cents: credit, cards } = membership;
  const card = cards.find(({ is_default }) => is_default);
  // A deletion that has just been cancelled on this page is so in the session first.
  const isLeaving = useSession()?.user.deletion_at !== null && membership.is_leaving;
  return (
    <div className="max-w-2xl space-y-4">
      {(done === 'subscribed' || done === 'trial') && (
        <Said kind="success">
          {done === 'trial' ? (
            <Trans>무료 체험을 시작했어요. 이제 모든 콘텐츠를 볼 수 있어요.</Trans>
          ) : (
            <Trans>결제했어요. 이제 모든 콘텐츠를 볼 수 있어요.</Trans>
          )}
        </Said>
      )}
      {done === 'given' && (
        <Said kind="success">
          <Trans>결제했어요. 부탁하신 분이 이제 볼 수 있어요.</Trans>
        </Said>
      )}
      {done === 'paid' && (
        <Said kind="success">
          <Trans>결제했어요.</Trans>
        </Said>
      )}
      {isLeaving && <Leaving />}
      <OpenInvoice membership={membership} />
      {membership.waiting_payment && <WaitingPayment payment={membership.waiting_payment} />}
      {subscription ? (
        <>
          <Current subscription={subscription} isLeaving={isLeaving} />
          <NextCharge subscription={subscription} card={card && cardWords(card)} />
          <Doing
            subscription={subscription}
            membership={membership}
            hasCard={card !== undefined}
            isLeaving={isLeaving}
          />
        </>
      ) : membership.given_plan ? (
        <Given plan={membership.given_plan} />
      ) : isLeaving ? null : (
        <Part title={<Trans>이용 중인 이용권이 없어요</Trans>}>
          <p className="mb-4 text-quiet">
            {membership.trial_possible ? (
              <Trans>이용권을 고르면 모든 콘텐츠를 볼 수 있어요. 무료 체험이 있는 이용권도 있어요.</Trans>
            ) : (
              <Trans>이용권을 고르면 모든 콘텐츠를 볼 수 있어요.</Trans>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Link to="/plans" className={buttonClass('primary')}>
              <Trans>이용권 보기</Trans>
            </Link>
            <OtherWays hasAsked={membership.pay_request !== null} />
          </div>
        </Part>
      )}
      {membership.pay_request && <AskedLink request={membership.pay_request} />}
      <PaidPlans membership={membership} isLeaving={isLeaving} />
      {credit > 0 && (
        <Part title={<Trans>적립금</Trans>}>
          <p>
            <Trans>{dollars(credit)} 남아 있어요. 다음 결제 때 먼저 써요.</Trans>
          </p>
          {membership.gift_credit_cents > 0 && (
            <p className="mt-2 text-quiet">
              <Trans>
                이 가운데 {dollars(membership.gift_credit_cents)}는 선물이라 이용권에만 쓸 수 있어요.
              </Trans>
            </p>
          )}
        </Part>
      )}
      <p className="flex flex-wrap gap-x-4">
        <To path="payment-info">
          <Trans>결제 카드</Trans>
        </To>
        <To path="invoices">
          <Trans>청구서</Trans>
        </To>
        <To path="gifts">
          <Trans>선물한 이용권</Trans>
        </To>
        <To path="subscription-history">
          <Trans>이용 내역</Trans>
        </To>
        {/* Without a plan it is a button above. */}
        {(subscription || membership.given_plan) && (
          <Link to="/redeem" className={lineLink}>
            <Trans>선물 코드 등록</Trans>
          </Link>
        )}
      </p>
    </div>
  );
}

/** A household that requested deletion resumes and buys nothing. The page names the first step. */
function Leaving() {
  return (
    <Part title={<Trans>계정 삭제를 신청했어요.</Trans>}>
      <p className="mb-4">
        <Trans>그래서 이용권이 이어지지 않아요. 계속 보려면 먼저 계정 화면에서 삭제를 취소해 주세요.</Trans>
      </p>
      <Link to="/account" className={buttonClass('primary')}>
        <Trans>계정 화면으로 가기</Trans>
      </Link>
    </Part>
  );
}

/** A plan that another household pays for: no amounts, and the way out. */
function Given({ plan }: { plan: NonNullable<Membership['given_plan']> }) {
  const { day } = useDays();
  const last = day(plan.last_day);
  return (
    <>
      <Part
        title={plan.plan_name}
        aside={
          plan.is_stopped ? (
            <Badge tone="vermilion">
              <Trans>멈춤</Trans>
            </Badge>
          ) : plan.renews ? (
            <Badge tone="jade">
              <Trans>이용 중</Trans>
            </Badge>
          ) : (
            <Badge tone="gold">
              <Trans>해지 예정</Trans>
            </Badge>
          )
        }
      >
        <p>
          {!plan.renews && plan.ends_at_once ? (
            <Trans>이용권을 끝냈어요. 곧 이용이 끝나요.</Trans>
          ) : plan.is_stopped ? (
            <Trans>지금은 이용이 멈췄어요. 이용권을 끝내면 다른 이용권을 고를 수 있어요.</Trans>
          ) : plan.renews ? (
            <Trans>모든 콘텐츠를 볼 수 있어요.</Trans>
          ) : (
            <Trans>{last}까지 볼 수 있어요. 그 뒤에는 이어지지 않아요.</Trans>
          )}
        </p>
        <p className="mt-2 text-quiet">
          <Trans>다른 분이 결제해 주는 이용권이라 청구서와 결제 정보는 여기에 없어요.</Trans>
        </p>
      </Part>
      {plan.renews && (
        <Link to="/account/$" params={{ _splat: 'cancel-membership' }} className={buttonClass('quiet')}>
          <Trans>이용권 끝내기</Trans>
        </Link>
      )}
    </>
  );
}

function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link to="/account/$" params={{ _splat: path }} className={lineLink}>
      {children}
    </Link>
  );
}

/** The open amount, the reason, and the way to pay it. */
function OpenInvoice({ membership: { open_invoice: open, takes_cards } }: { membership: Membership }) {
  if (!open) return null;
  const amount = dollars(open.cents);
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-rose/60 bg-rose/10 p-5 tablet:p-6"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-18 font-bold">
          <Trans>{amount}가 아직 결제되지 않았어요</Trans>
        </p>
        {open.message && <p className="mt-1">{open.message}</p>}
      </div>
      {takes_cards && (
        <Link
          to="/account/$"
          params={{ _splat: `checkout/${open.id}` }}
          preload={false}
          className={buttonClass('primary')}
        >
          <Trans>결제하기</Trans>
        </Link>
      )}
    </section>
  );
}

/** A checkout or change that waits for an answer at the bank: continue it, or discard it. */
function WaitingPayment({ payment }: { payment: NonNullable<Membership['waiting_payment']> }) {
  const { t } = useLingui();
  const context = useApp();
  const { busy, failure, send } = useSubmit([]);
  const amount = dollars(payment.cents);
  const discard = async () => {
    await context.api('POST /api/account/invoices/{id}/discard', { params: { id: payment.invoice_id } });
    toast('success', t`취소했어요. 결제된 금액은 없어요.`);
    await refreshPlan(context);
  };
  return (
    <Part
      title={<Trans>카드사 본인 확인이 남았어요</Trans>}
      aside={
        <Badge tone="gold">
          <Trans>결제 대기</Trans>
        </Badge>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        {payment.text} · <span className="tabular-nums">{amount}</span>
      </p>
      <p className="mt-2 mb-4 text-quiet">
        {payment.is_change ? (
          <Trans>확인을 마치면 결제되고 이용권이 바뀌어요. 그때까지는 지금 이용권 그대로예요.</Trans>
        ) : (
          <Trans>확인을 마치면 결제돼요. 아직 결제된 금액은 없어요.</Trans>
        )}
      </p>
      {failure && (
        <div className="mb-4">
          <Said kind="failure">{failure}</Said>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/account/$"
          params={{ _splat: `checkout/${payment.invoice_id}` }}
          preload={false}
          className={buttonClass('primary')}
        >
          <Trans>이어서 확인하기</Trans>
        </Link>
        <Button disabled={busy} onClick={() => void send(discard)}>
          <Trans>결제 취소하기</Trans>
        </Button>
      </div>
    </Part>
  );
}

/** The plan, and how it stands in plain words. */
function Current({ subscription, isLeaving }: { subscription: Subscription; isLeaving: boolean }) {
  const { day, dayBefore } = useDays();
  const { state, renews, plan_name: name, price_cents: price, period, pause } = subscription;
  const last = day(subscription.last_day);
  const trialEnd = day(subscription.period_to);
  const back = pause && day(pause.to);
  const from = pause && day(pause.from);
  const until = pause && dayBefore(pause.to);
  const { by_gift: byGift } = subscription;
  const endsNow = !renews && subscription.ends_at_once;
  // A used gift, or one period paid to staff, ends without a cancellation.
  const ends = !renews && state !== 'ended' && subscription.cancelled_at !== null;
  return (
    <Part
      title={name}
      aside={
        ends ? (
          <Badge tone="gold">
            <Trans>해지 예정</Trans>
          </Badge>
        ) : state === 'disputed' ? (
          <Badge tone="vermilion">
            <Trans>멈춤</Trans>
          </Badge>
        ) : state === 'unpaid' || state === 'stopped' ? (
          <Badge tone="vermilion">
            <Trans>결제 필요</Trans>
          </Badge>
        ) : state === 'paused' ? (
          <Badge tone="sky">
            <Trans>쉬는 중</Trans>
          </Badge>
        ) : state === 'trial' ? (
          <Badge tone="jade">
            <Trans>무료 체험</Trans>
          </Badge>
        ) : (
          <Badge tone="jade">
            <Trans>이용 중</Trans>
          </Badge>
        )
      }
    >
      <p className="-mt-2 mb-3 text-quiet tabular-nums">
        {period === 'monthly' ? (
          <Trans>한 달 {dollars(price)}, 세금 별도</Trans>
        ) : (
          <Trans>1년 {dollars(price)}, 세금 별도</Trans>
        )}
      </p>
      <p>
        {ends && isLeaving ? (
          endsNow ? (
            <Trans>곧 이용이 끝나고, 더 결제되지 않아요.</Trans>
          ) : (
            <Trans>{last}까지 볼 수 있고, 더 결제되지 않아요.</Trans>
          )
        ) : endsNow ? (
          <Trans>해지했어요. 곧 이용이 끝나고, 더 결제되지 않아요.</Trans>
        ) : state === 'disputed' ? (
          <Trans>
            카드사가 결제에 대한 이의 제기를 접수해서 이용권을 멈췄어요. 그동안 아무것도 결제하지 않아요. 이의
            제기가 취소되면 다시 시작되고, 멈춘 날만큼 기간이 늘어나요.
          </Trans>
        ) : state === 'stopped' ? (
          <Trans>결제가 되지 않아서 이용이 멈췄어요. 결제하면 바로 다시 볼 수 있어요.</Trans>
        ) : state === 'unpaid' ? (
          <Trans>{last}까지 결제해 주세요. 그날까지는 그대로 볼 수 있어요.</Trans>
        ) : ends ? (
          <Trans>해지했어요. {last}까지 볼 수 있고, 더 결제되지 않아요.</Trans>
        ) : state === 'paused' ? (
          <Trans>쉬고 있어요. {back}에 다시 시작하고, 남은 날은 그대로 돌아와요.</Trans>
        ) : byGift && renews ? (
          <Trans>적립금으로 보고 있어요. 남은 동안 이어지고, 그 뒤에는 자동으로 끝나요.</Trans>
        ) : byGift ? (
          <Trans>적립금으로 {last}까지 볼 수 있어요. 그 뒤에는 자동으로 끝나요.</Trans>
        ) : !renews && state === 'active' ? (
          <Trans>{last}까지 볼 수 있어요. 그 뒤에는 자동으로 끝나요.</Trans>
        ) : state === 'trial' ? (
          <Trans>무료 체험 중이에요. {trialEnd} 전에 해지하면 결제되지 않아요.</Trans>
        ) : (
          <Trans>모든 콘텐츠를 볼 수 있어요.</Trans>
        )}
      </p>
      {pause && state !== 'paused' && state !== 'disputed' && (
        <p className="mt-2">
          <Trans>
            {from}부터 {until}까지 쉬어요.
          </Trans>
        </p>
      )}
    </Part>
  );
}

/** The next charge, its card or credit, and why it differs from the last bill. */
function NextCharge({ subscription, card }: { subscription: Subscription; card: string | undefined }) {
  const { t, i18n } = useLingui();
  const { day } = useDays();
  const { next_charge: next, why_different: why, plan_name } = subscription;
  if (!next) return null;
  const on = day(next.on);
  const newPlan = next.plan_name;
  const toPlan = withParticle(newPlan, '으로/로', i18n.locale);
  const credit = dollars(next.credit_cents);
  const isByCredit = subscription.by_gift || next.credit_cents >= next.cents;
  const by = isByCredit
    ? t`적립금`
    : next.credit_cents > 0 && card
      ? t`적립금 ${credit}, 나머지 ${card}`
      : card;
  return (
    <Part title={<Trans>다음 결제</Trans>}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-22 font-bold tabular-nums">{dollars(next.cents)}</span>
        <span className="text-quiet">{on}</span>
        {by && <span className="text-quiet">{by}</span>}
      </p>
      {!next.taxes_known && (
        <p className="mt-2 text-quiet">
          <Trans>세금은 결제할 때 더해져요.</Trans>
        </p>
      )}
      <PartOfPeriod charge={next} className="mt-2" />
      {newPlan !== plan_name && (
        <p className="mt-2">
          <Trans>이날부터 {toPlan} 바뀌어요.</Trans>
        </p>
      )}
      {why && <p className="mt-3 border-t border-line pt-3 text-quiet">{why}</p>}
    </Part>
  );
}

/** Possible changes of the plan. */
function Doing({
  subscription,
  membership,
  hasCard,
  isLeaving,
}: {
  subscription: Subscription;
  membership: Membership;
  hasCard: boolean;
  isLeaving: boolean;
}) {
  const { t } = useLingui();
  const context = useApp();
  const [asked, setAsked] = useState<(Asked & { agrees?: true }) | null>(null);
  const { state, renews, pause, next_charge: next, plan_name } = subscription;
  const { by_gift: byGift, cancelled_at: cancelledAt, price_cents: price } = subscription;
  const { resume_agreement: agreement } = subscription;
  // A gift, and one period paid to staff, have no agreement to a card yet.
  const goesOn = (byGift || !renews) && cancelledAt === null && state === 'active';
  const runs = state === 'active' || state === 'trial';
  /** Not resumable: unpaid, or paused by a dispute. */
  const isHeld = state === 'stopped' || state === 'unpaid' || state === 'disputed';
  const changes = next && next.plan_name !== plan_name;
  const resume = (name: string, said: string) =>
    setAsked({
      title: name,
      submit: name,
      run: (password, agreed) =>
        context.api('POST /api/account/membership/resume', { body: { agreement: agreed, ...password } }),
      agrees: true,
      said,
    });
  const endPause = (name: string, said: string) =>
    setAsked({
      title: name,
      submit: name,
      run: (password) => context.api('DELETE /api/account/membership/pause', { body: password }),
      said,
    });
  const go = (path: string, name: ReactNode) => (
    <Link to="/account/$" params={{ _splat: path }} className={buttonClass('quiet')}>
      {name}
    </Link>
  );
  const buttons = (
    <div className="flex flex-wrap gap-2">
      {runs && renews && (
        <>
          {go('change-plan', <Trans>이용권 바꾸기</Trans>)}
          {state === 'active' && !byGift && go('change-billing-day', <Trans>결제일 바꾸기</Trans>)}
          {state === 'active' && !pause && go('pause-membership', <Trans>잠시 쉬기</Trans>)}
        </>
      )}
      {changes && renews && (
        <Button onClick={() => resume(t`이용권 변경 취소하기`, t`지금 이용권을 그대로 써요.`)}>
          <Trans>이용권 변경 취소하기</Trans>
        </Button>
      )}
      {pause && state !== 'disputed' && (
        <Button
          look={state === 'paused' ? 'primary' : 'quiet'}
          onClick={() =>
            state === 'paused'
              ? endPause(t`지금 다시 시작하기`, t`다시 시작했어요.`)
              : endPause(t`쉬기 취소하기`, t`쉬기를 취소했어요.`)
          }
        >
          {state === 'paused' ? <Trans>지금 다시 시작하기</Trans> : <Trans>쉬기 취소하기</Trans>}
        </Button>
      )}
      {!renews && !goesOn && !isLeaving && !isHeld && (
        <Button look="primary" onClick={() => resume(t`해지 취소하기`, t`해지를 취소했어요.`)}>
          <Trans>해지 취소하기</Trans>
        </Button>
      )}
      {renews && go('cancel-membership', <Trans>해지하기</Trans>)}
      <ConfirmDialog
        asked={asked}
        agreement={asked?.agrees ? agreement : null}
        membership={membership}
        onClose={() => setAsked(null)}
      />
    </div>
  );
  if (!goesOn || isLeaving || !membership.takes_cards) return buttons;
  return (
    <>
      {buttons}
      <Part
        title={
          byGift ? (
            <Trans>선물이 끝난 뒤에도 보고 싶다면</Trans>
          ) : (
            <Trans>결제한 기간이 끝난 뒤에도 보고 싶다면</Trans>
          )
        }
      >
        <p className="mb-4 text-quiet">
          {!byGift ? (
            <Trans>카드로 결제하고 이어서 볼 수 있어요.</Trans>
          ) : subscription.period === 'yearly' ? (
            <Trans>
              선물이 끝난 뒤부터 1년마다 {dollars(price)}(세금 별도)를 카드로 결제하고 이어서 볼 수 있어요.
            </Trans>
          ) : (
            <Trans>
              선물이 끝난 뒤부터 매달 {dollars(price)}(세금 별도)를 카드로 결제하고 이어서 볼 수 있어요.
            </Trans>
          )}
        </p>
        {hasCard ? (
          <Button
            onClick={() =>
              resume(
                t`카드로 계속 보기`,
                byGift ? t`선물이 끝나면 카드로 이어져요.` : t`결제한 기간이 끝나면 카드로 이어져요.`,
              )
            }
          >
            <Trans>카드로 계속 보기</Trans>
          </Button>
        ) : (
          <AddCard look="quiet" />
        )}
      </Part>
    </>
  );
}
