import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../../ui/components/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { refreshPlan } from './billing.queries.ts';
import { Instead } from './checkout-parts.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { WithSubscription } from './with-subscription.tsx';

/** The day so many days after another, as a date field writes it. */
const plusDays = (day: string, days: number): string => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + days * 86_400_000).toISOString().slice(0, 10);
};

/** Pauses from a day on until another, for who is away: unused days come back. */
export function PausePage() {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const [from, setFrom] = useState('');
  // Any zone's today is within a day of it; the server knows which it is.
  const [today] = useState(() => new Date().toLocaleDateString('en-CA'));
  return (
    <WithSubscription>
      {({ state, renews, pause }) =>
        state !== 'active' || !renews || pause ? (
          <Instead to="membership">
            {pause ? (
              <Trans>이미 쉬기를 신청했어요.</Trans>
            ) : (
              <Trans>지금은 쉴 수 없어요. 이용 중인 이용권만 쉴 수 있어요.</Trans>
            )}
          </Instead>
        ) : (
          <>
            <ul className="mb-6 max-w-2xl list-disc space-y-2 pl-5 text-quiet">
              <li>
                <Trans>쉬는 동안에는 볼 수 없고 결제되지도 않아요.</Trans>
              </li>
              <li>
                <Trans>쉬는 날수만큼 이용 기간이 뒤로 밀려요. 길게는 180일까지 쉴 수 있어요.</Trans>
              </li>
              <li>
                <Trans>일찍 돌아오면 바로 다시 시작할 수 있어요.</Trans>
              </li>
            </ul>
            <ConfirmForm
              submit={t`이용권 쉬기`}
              fields={['from', 'to']}
              run={async (password, form, sending) => {
                const given = { from: String(form.get('from')), to: String(form.get('to')) };
                const isWhole = sending.check({
                  from: given.from === '' && { message: 'required', values: {} },
                  to: given.to === '' && { message: 'required', values: {} },
                });
                if (!isWhole) return;
                await context.api('POST /api/account/membership/pause', { body: { ...given, ...password } });
                await router.navigate({ to: '/account/$', params: { _splat: 'membership' } });
                toast('success', t`이용권을 쉬어요. 조심히 다녀오세요.`);
                await refreshPlan(context);
              }}
            >
              {(sending) => (
                <div className="grid gap-5 min-[480px]:grid-cols-2">
                  <Field
                    label={t`쉬기 시작하는 날`}
                    type="date"
                    name="from"
                    min={plusDays(today, 1)}
                    max={plusDays(today, 365)}
                    error={sending.errorOf('from')}
                    onChange={({ target }) => setFrom(target.value)}
                  />
                  <Field
                    label={t`다시 시작하는 날`}
                    type="date"
                    name="to"
                    min={plusDays(from || today, 1)}
                    max={plusDays(from || today, 180)}
                    error={sending.errorOf('to')}
                  />
                </div>
              )}
            </ConfirmForm>
          </>
        )
      }
    </WithSubscription>
  );
}
