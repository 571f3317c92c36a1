import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { dollars } from '../../money.ts';
import { refreshPlan } from './billing.queries.ts';
import { Instead } from './checkout-parts.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { useDays } from './days.ts';
import { type Membership, WithMembership, WithSubscription } from './with-subscription.tsx';

/**
 * Cancels a plan, also one that another household pays for: the consequence, one offer beside it, and the
 * password.
 */
export function CancelPage() {
  return (
    <WithMembership>
      {({ given_plan: given }) => (given?.renews ? <EndGiven given={given} /> : <Cancel />)}
    </WithMembership>
  );
}

/** Ends a plan that another household pays for. */
function EndGiven({
  given: { last_day, ends_at_once: endsAtOnce },
}: {
  given: NonNullable<Membership['given_plan']>;
}) {
  const { t } = useLingui();
  const { day } = useDays();
  const context = useApp();
  const router = useRouter();
  const last = day(last_day);
  return (
    <>
      <ul className="mb-6 list-disc space-y-2 pl-5 text-quiet">
        <li>
          <Trans>다른 분이 결제해 주는 이용권이에요. 끝내면 그분에게 더 결제되지 않는다고 알려 드려요.</Trans>
        </li>
        <li>
          {endsAtOnce ? (
            <Trans>지금 바로 끝나고, 되돌릴 수는 없어요.</Trans>
          ) : (
            <Trans>이미 결제한 {last}까지는 지금처럼 볼 수 있어요. 되돌릴 수는 없어요.</Trans>
          )}
        </li>
      </ul>
      <ConfirmForm
        submit={t`이용권 끝내기`}
        run={async (password) => {
          await context.api('POST /api/account/membership/cancel', { body: password });
          await router.navigate({ to: '/account/$', params: { _splat: 'membership' } });
          toast(
            'success',
            endsAtOnce ? t`이용권을 끝냈어요.` : t`이용권을 끝냈어요. ${last}까지 볼 수 있어요.`,
          );
          await refreshPlan(context);
        }}
      />
    </>
  );
}

function Cancel() {
  const { t } = useLingui();
  const { day } = useDays();
  const context = useApp();
  const router = useRouter();
  return (
    <WithSubscription>
      {(
        { renews, last_day, ends_at_once: endsAtOnce, state, pause, by_gift: byGift },
        { credit_cents: credit },
      ) => {
        if (!renews)
          return (
            <Instead to="membership">
              <Trans>이미 해지했어요.</Trans>
            </Instead>
          );
        const last = day(last_day);
        return (
          <div className="grid items-start gap-8 tablet:grid-cols-[minmax(0,480px)_minmax(0,300px)]">
            <div>
              {endsAtOnce ? (
                <ul className="mb-6 list-disc space-y-2 pl-5 text-quiet">
                  <li>
                    <Trans>결제되지 않은 이용권이라 해지하면 바로 끝나요.</Trans>
                  </li>
                  <li>
                    <Trans>
                      밀린 청구서는 취소되고, 더 결제되지 않아요. 결제되지 않은 채 이용한 날의 요금은 다시
                      시작할 때 청구돼요.
                    </Trans>
                  </li>
                  <li>
                    <Trans>되돌릴 수는 없지만, 언제든 이용권을 다시 시작할 수 있어요.</Trans>
                  </li>
                </ul>
              ) : (
                <ul className="mb-6 list-disc space-y-2 pl-5 text-quiet">
                  <li>
                    <Trans>{last}까지는 지금처럼 볼 수 있어요.</Trans>
                  </li>
                  <li>
                    <Trans>더 결제되지 않아요. 남은 기간은 환불되지 않아요.</Trans>
                  </li>
                  <li>
                    <Trans>그날까지는 언제든 해지를 취소할 수 있어요.</Trans>
                  </li>
                  {credit > 0 && (
                    <li>
                      {byGift ? (
                        <Trans>
                          남은 적립금 {dollars(credit)}로는 더 이어지지 않아요. 적립금은 그대로 있어서 나중에
                          이용권을 다시 시작할 때 쓸 수 있어요.
                        </Trans>
                      ) : (
                        <Trans>
                          남은 적립금 {dollars(credit)}는 그대로 있고, 나중에 이용권을 다시 시작할 때 쓸 수
                          있어요.
                        </Trans>
                      )}
                    </li>
                  )}
                </ul>
              )}
              <ConfirmForm
                submit={t`해지하기`}
                run={async (password) => {
                  await context.api('POST /api/account/membership/cancel', { body: password });
                  await router.navigate({ to: '/account/$', params: { _splat: 'membership' } });
                  toast(
                    'success',
                    endsAtOnce
                      ? t`해지했어요. 더 결제되지 않아요.`
                      : t`해지했어요. ${last}까지 볼 수 있어요.`,
                  );
                  await refreshPlan(context);
                }}
              />
              <Link
                to="/account/$"
                params={{ _splat: 'membership' }}
                className={buttonClass('quiet', 'md', 'mt-3 w-full max-w-[480px]')}
              >
                <Trans>그대로 이용하기</Trans>
              </Link>
            </div>
            {state === 'active' && !pause && (
              <section className="rounded-lg border border-line bg-surface p-5">
                <h2 className="text-18 font-bold">
                  <Trans>여행을 가시나요?</Trans>
                </h2>
                <p className="mt-2 mb-4 text-quiet">
                  <Trans>해지하지 않고 쉬었다 올 수 있어요. 쉬는 동안의 날은 그대로 돌려드려요.</Trans>
                </p>
                <Link
                  to="/account/$"
                  params={{ _splat: 'pause-membership' }}
                  className={buttonClass('quiet')}
                >
                  <Trans>잠시 쉬기</Trans>
                </Link>
              </section>
            )}
          </div>
        );
      }}
    </WithSubscription>
  );
}
