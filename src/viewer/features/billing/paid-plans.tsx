/** Plans of others that this household pays for. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { dollars } from '../../money.ts';
import { refreshPlan } from './billing.queries.ts';
import { Instead, Part } from './checkout-parts.tsx';
import { type Asked, ConfirmDialog } from './confirm-dialog.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { useDays } from './days.ts';
import { type Membership, WithMembership } from './with-subscription.tsx';

type Paid = Membership['pays_for'][number];

/** Plans of other households that this one pays for: recipient, next charge, and the way to stop. */
export function PaidPlans({ membership, isLeaving }: { membership: Membership; isLeaving: boolean }) {
  const { pays_for: plans } = membership;
  if (plans.length === 0) return null;
  return (
    <Part title={<Trans>다른 분의 이용권을 결제하고 있어요</Trans>}>
      <ul className="divide-y divide-line">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className="flex flex-wrap items-center justify-between gap-3 py-4 first:pt-0 last:pb-0"
          >
            <PaidPlan plan={plan} />
            {plan.resume_agreement !== null && !isLeaving && (
              <PayAgain plan={plan} agreement={plan.resume_agreement} membership={membership} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function PaidPlan({
  plan: { id, name, plan_name: planName, state, renews, next_charge: next, last_day },
}: {
  plan: Paid;
}) {
  const { t } = useLingui();
  const { day } = useDays();
  const on = next && day(next.on);
  const amount = next && dollars(next.cents);
  const last = day(last_day);
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-bold [overflow-wrap:anywhere]">
          <Trans>
            {name} 님의 {planName}
          </Trans>
          {state === 'disputed' && (
            <Badge tone="vermilion">
              <Trans>멈춤</Trans>
            </Badge>
          )}
          {renews && (state === 'unpaid' || state === 'stopped') && (
            <Badge tone="vermilion">
              <Trans>결제 필요</Trans>
            </Badge>
          )}
        </p>
        <p className="text-quiet">
          {!renews ? (
            <Trans>{last}에 끝나요. 더 결제되지 않아요.</Trans>
          ) : next && !next.taxes_known ? (
            <Trans>
              다음 결제: {on}, {amount} (세금 별도)
            </Trans>
          ) : next ? (
            <Trans>
              다음 결제: {on}, {amount}
            </Trans>
          ) : (
            <Trans>밀린 청구서를 결제하면 이어져요.</Trans>
          )}
        </p>
      </div>
      {renews && (
        <Link
          to="/account/$"
          params={{ _splat: `stop-paying/${id}` }}
          aria-label={t`${name} 님의 이용권 결제 그만하기`}
          className={buttonClass('quiet')}
        >
          <Trans>결제 그만하기</Trans>
        </Link>
      )}
    </>
  );
}

/** Pays again for a plan that was to end. */
function PayAgain({
  plan: { id, name },
  agreement,
  membership,
}: {
  plan: Paid;
  agreement: string;
  membership: Membership;
}) {
  const { t } = useLingui();
  const context = useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  const title = t`${name} 님의 이용권 다시 결제하기`;
  return (
    <>
      <Button
        aria-label={title}
        onClick={() =>
          setAsked({
            title,
            submit: t`다시 결제하기`,
            run: (password, agreed) =>
              context.api('POST /api/account/paid-plans/{id}/resume', {
                params: { id },
                body: { agreement: agreed ?? '', ...password },
              }),
            said: t`이용권이 이어져요.`,
          })
        }
      >
        <Trans>다시 결제하기</Trans>
      </Button>
      <ConfirmDialog
        asked={asked}
        agreement={agreement}
        membership={membership}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** Stops paying for another household's plan: the consequence, and the password. */
export function StopPayingPage({ params: { id = '' } }: { params: Record<string, string> }) {
  return (
    <WithMembership>
      {({ pays_for }) => {
        const plan = pays_for.find((each) => each.id === id && each.renews);
        return plan ? (
          <StopPaying plan={plan} />
        ) : (
          <Instead to="membership">
            <Trans>결제하고 있지 않은 이용권이에요.</Trans>
          </Instead>
        );
      }}
    </WithMembership>
  );
}

function StopPaying({
  plan: { id, name, plan_name: planName, last_day, ends_at_once: endsAtOnce },
}: {
  plan: Paid;
}) {
  const { t } = useLingui();
  const { day } = useDays();
  const context = useApp();
  const router = useRouter();
  const last = day(last_day);
  return (
    <>
      <p className="mb-4 text-18 font-bold [overflow-wrap:anywhere]">
        <Trans>
          {name} 님의 {planName}
        </Trans>
      </p>
      {endsAtOnce ? (
        <ul className="mb-6 list-disc space-y-2 pl-5 text-quiet">
          <li>
            <Trans>결제되지 않은 이용권이라 바로 끝나고, {name} 님은 끝났다는 안내를 받아요.</Trans>
          </li>
          <li>
            <Trans>밀린 청구서는 취소되고, 더 결제되지 않아요.</Trans>
          </li>
        </ul>
      ) : (
        <ul className="mb-6 list-disc space-y-2 pl-5 text-quiet">
          <li>
            <Trans>
              {name} 님은 이미 결제한 {last}까지 볼 수 있고, 그때 끝난다는 안내를 받아요.
            </Trans>
          </li>
          <li>
            <Trans>더 결제되지 않아요. 남은 기간은 환불되지 않아요.</Trans>
          </li>
          <li>
            <Trans>그날까지는 언제든 다시 결제할 수 있어요.</Trans>
          </li>
        </ul>
      )}
      <ConfirmForm
        submit={t`결제 그만하기`}
        run={async (password) => {
          await context.api('POST /api/account/paid-plans/{id}/cancel', { params: { id }, body: password });
          await router.navigate({ to: '/account/$', params: { _splat: 'membership' } });
          toast('success', t`더 결제하지 않아요.`);
          await refreshPlan(context);
        }}
      />
    </>
  );
}
