import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Plan } from '../../../contract/viewer/plans.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp } from '../../context.ts';
import { dollars } from '../../money.ts';
import { useDays } from './days.ts';
import { plansQuery } from './plans.queries.ts';

const monthly = [1, 3, 6, 12] as const;

/** For how many months a plan can be given. */
const monthsOf = ({ period }: Plan): readonly number[] => (period === 'yearly' ? [12] : monthly);

/** Giving months of a plan: which, for how long, and how it goes on. */
export function GiftsPage() {
  const { t } = useLingui();
  const router = useRouter();
  const { months: inMonths } = useDays();
  const plans = useQuery(plansQuery(useApp())).data?.data.filter(({ period }) => period !== 'once') ?? [];
  const [chosen, setChosen] = useState<string>();
  const [wanted, setWanted] = useState(3);
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  const offered = plan ? monthsOf(plan) : [];
  const months = offered.includes(wanted) ? wanted : offered[0];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!plan || months === undefined) return;
    const params = { plan: plan.id, months: String(months) };
    void router.navigate({ to: '/checkout/gift/$plan/$months', params });
  };
  return (
    <ListPage title={t`선물하기`}>
      <div className="gutter mt-4 grid grid-cols-1 items-start gap-10 desktop:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
        {plan ? (
          <form className="space-y-8" onSubmit={submit}>
            <p className="max-w-prose text-18 text-quiet">
              <Trans>
                멀리 있는 가족과 친구에게 한국 드라마와 예능을 선물해 보세요. 결제하면 코드를 바로 받아요.
              </Trans>
            </p>
            <Choice name={t`이용권`}>
              {plans.map((each) => (
                <Option
                  key={each.id}
                  group="plan"
                  isChosen={each.id === plan.id}
                  onChoose={() => setChosen(each.id)}
                >
                  <span className="min-w-0 flex-1 basis-24 font-semibold [overflow-wrap:anywhere]">
                    {each.name}
                  </span>
                  <span className="text-quiet tabular-nums">
                    {dollars(each.price_cents)}{' '}
                    {each.period === 'monthly' ? <Trans>한 달</Trans> : <Trans>1년</Trans>}
                  </span>
                </Option>
              ))}
            </Choice>
            <Choice name={t`기간`} className="grid grid-cols-2 gap-2 min-[480px]:grid-cols-4">
              {offered.map((each) => (
                <Option key={each} group="months" isChosen={each === months} onChoose={() => setWanted(each)}>
                  <span className="font-semibold">{inMonths(each)}</span>
                </Option>
              ))}
            </Choice>
            <Button
              type="submit"
              look="primary"
              size="lg"
              className="w-full whitespace-normal! min-[480px]:w-auto"
            >
              <Trans>금액 보고 결제하기</Trans>
            </Button>
          </form>
        ) : (
          <p className="rounded-lg bg-surface px-6 py-16 text-center text-quiet">
            <Trans>지금 고를 수 있는 이용권이 없어요.</Trans>
          </p>
        )}
        <section
          aria-labelledby="gift-how"
          className="rounded-lg border border-line bg-surface p-6 tablet:p-8"
        >
          <h2 id="gift-how" className="text-18 font-bold">
            <Trans>이렇게 선물해요</Trans>
          </h2>
          <ul className="mt-4 space-y-3 text-quiet">
            <Step>
              <Trans>결제하면 선물 코드가 나와요. 복사하거나 인쇄해서 전해 주세요.</Trans>
            </Step>
            <Step>
              <Trans>받는 분은 코드를 등록하면 그날부터 볼 수 있어요. 카드는 필요 없어요.</Trans>
            </Step>
            <Step>
              <Trans>기간이 끝나면 그대로 끝나요. 누구에게도 자동으로 결제되지 않아요.</Trans>
            </Step>
          </ul>
          <p className="mt-6 border-t border-line pt-5">
            <Trans>선물을 받으셨나요?</Trans>
          </p>
          <Link to="/redeem" className={buttonClass('quiet', 'md', 'mt-3 whitespace-normal!')}>
            <Trans>선물 코드 등록하기</Trans>
          </Link>
        </section>
      </div>
    </ListPage>
  );
}

function Choice({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3 text-18 font-bold">{name}</legend>
      <div className={className ?? 'space-y-2'}>{children}</div>
    </fieldset>
  );
}

function Option({
  group,
  isChosen,
  onChoose,
  children,
}: {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label
      className={cx(
        'flex min-h-13 cursor-pointer flex-wrap items-center gap-x-3 rounded-md border px-4 py-2 has-focus-visible:outline-2',
        isChosen ? 'border-text bg-raised' : 'border-line hover:border-quiet',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        className="size-5 shrink-0 accent-vermilion"
        onChange={onChoose}
      />
      {children}
    </label>
  );
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name="check" size={20} className="mt-0.5 shrink-0 text-jade" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
