import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { brandName } from '../../../ui/brand.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Day } from '../support/article.tsx';
import { membershipQuery } from './billing.queries.ts';
import { Instead, Part } from './checkout-parts.tsx';
import { PlanInRow, planRow } from './plan-row.tsx';
import { plansQuery } from './plans.queries.ts';
import { CopyButton, mailToAnybody } from './share.tsx';
import { type Membership, WithMembership } from './with-subscription.tsx';

/** Asking somebody else to pay: for which plan, and then the link. */
export function AskToPayPage() {
  return (
    <WithMembership>
      {({ subscription, given_plan, pay_request }) =>
        subscription || given_plan ? (
          <Instead to="membership">
            <Trans>이미 이용권이 있어요.</Trans>
          </Instead>
        ) : (
          <div className="max-w-2xl space-y-6">
            {pay_request ? (
              <AskedLink request={pay_request} />
            ) : (
              <>
                <p className="text-quiet">
                  <Trans>
                    이용권을 고르면 링크를 만들어 드려요. 가족이나 친구에게 보내면 그분의 카드로 결제할 수
                    있어요. 링크를 연 분에게는 내 첫 프로필의 이름과 이용권만 보여요.
                  </Trans>
                </p>
                <Plans />
              </>
            )}
          </div>
        )
      }
    </WithMembership>
  );
}

function Plans() {
  const { t } = useLingui();
  const context = useApp();
  const sending = useSubmit();
  const plans = useQuery(plansQuery(context)).data?.data.filter(({ period }) => period !== 'once');
  const ask = (plan_id: string) =>
    void sending.send(async () => {
      await context.api('POST /api/account/pay-requests', { body: { plan_id } });
      await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
    });
  return (
    <>
      {sending.failure && <Said kind="failure">{sending.failure}</Said>}
      <ul aria-label={t`부탁할 이용권`} className="space-y-3">
        {plans?.map((plan) => (
          <li key={plan.id}>
            <button type="button" disabled={sending.busy} className={planRow} onClick={() => ask(plan.id)}>
              <PlanInRow plan={plan} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What somebody is asked for: the link, until when it is good, and how to withdraw it. */
export function AskedLink({ request }: { request: NonNullable<Membership['pay_request']> }) {
  const { t } = useLingui();
  const context = useApp();
  const [busy, setBusy] = useState(false);
  const brand = brandName[context.locale];
  const { plan_name: plan } = request;
  const address = `${window.location.origin}/pay-for?code=${request.code}`;
  const withdraw = async () => {
    setBusy(true);
    try {
      await context.api('DELETE /api/account/pay-requests');
      await context.queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
      toast('success', t`링크를 거둬들였어요.`);
    } catch {
      toast('error', t`잠시 뒤에 다시 시도해 주세요.`);
    }
    setBusy(false);
  };
  return (
    <Part title={<Trans>결제를 부탁했어요</Trans>}>
      <p className="mb-4">
        <Trans>
          {plan} 결제를 부탁하는 링크예요. <Day at={request.expires_at} />
          까지 쓸 수 있고, 결제되면 바로 알려 드려요.
        </Trans>
      </p>
      <Field
        label={t`결제 링크`}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={address} look="primary" />
        <a
          href={mailToAnybody(
            t`${brand} 이용권 결제를 부탁해요`,
            t`${brand} ${plan} 결제를 부탁드려요. 이 링크에서 결제할 수 있어요: ${address}`,
          )}
          className={buttonClass('quiet')}
        >
          <Trans>메일로 보내기</Trans>
        </a>
        <Button disabled={busy} onClick={() => void withdraw()}>
          <Trans>링크 거둬들이기</Trans>
        </Button>
      </div>
    </Part>
  );
}
