import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { dollars } from '../../money.ts';
import { Failed } from '../../page/failed.tsx';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { payRequestQuery } from './billing.queries.ts';
import { Instead } from './checkout-parts.tsx';

const route = getRouteApi('/main/pay-for');

/** Somebody asks whoever opens this link to pay for their plan: who, for what, and what it means. */
export function PayForPage() {
  return (
    <GrownUps>
      <div className="gutter mx-auto max-w-[640px] pt-8 pb-12 tablet:pt-14">
        <Asked />
      </div>
    </GrownUps>
  );
}

function Asked() {
  const { code = '' } = route.useSearch();
  const query = useQuery(payRequestQuery(useApp(), code));
  const { data: asked, error } = query;
  if (error instanceof ApiError && error.status >= 400 && error.status < 500)
    return <Instead to="plans">{error.message}</Instead>;
  if (error)
    return (
      <Failed onRetry={() => void query.refetch()}>
        <Trans>링크를 불러오지 못했어요</Trans>
      </Failed>
    );
  if (!asked) return <ListSkeleton rows={1} row="h-80 rounded-lg" />;
  if (asked.is_own)
    return (
      <Instead to="membership">
        <Trans>내가 만든 링크예요. 결제해 줄 분에게 보내 주세요.</Trans>
      </Instead>
    );
  const { name, plan_name: plan } = asked;
  return (
    <div className="rounded-lg border border-line bg-surface p-6 tablet:p-10">
      <h1 className="text-28 font-extrabold text-balance">
        <Trans>{name} 님이 이용권 결제를 부탁했어요</Trans>
      </h1>
      <p className="mt-6 flex flex-wrap items-baseline gap-x-3 rounded-md bg-raised px-5 py-4">
        <span className="min-w-0 flex-1 basis-40 text-18 font-bold [overflow-wrap:anywhere]">{plan}</span>
        <span className="tabular-nums">
          {dollars(asked.price_cents)}{' '}
          <span className="text-quiet">
            {asked.period === 'yearly' ? <Trans>1년, 세금 별도</Trans> : <Trans>한 달, 세금 별도</Trans>}
          </span>
        </span>
      </p>
      <ul className="mt-6 space-y-3">
        <Point>
          <Trans>결제하면 {name} 님이 바로 볼 수 있어요. 내 이용권은 바뀌지 않아요.</Trans>
        </Point>
        <Point>
          {asked.period === 'yearly' ? (
            <Trans>1년마다 내 카드로 결제되고, 청구서와 안내 메일은 나에게만 와요.</Trans>
          ) : (
            <Trans>매달 내 카드로 결제되고, 청구서와 안내 메일은 나에게만 와요.</Trans>
          )}
        </Point>
        <Point>
          <Trans>언제든 계정에서 그만할 수 있어요. 내 카드와 주소는 {name} 님에게 보이지 않아요.</Trans>
        </Point>
      </ul>
      <p className="mt-6 text-14 text-quiet">
        <Trans>아는 분의 부탁이 맞는지 꼭 확인해 주세요.</Trans>
      </p>
      <Link
        to="/checkout/$plan/$price"
        params={{ plan: asked.plan_id, price: asked.price_id }}
        search={{ for: code }}
        preload={false}
        className={buttonClass('primary', 'lg', 'mt-4 w-full')}
      >
        <Trans>결제하러 가기</Trans>
      </Link>
    </div>
  );
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name="check" size={20} className="mt-0.5 shrink-0 text-jade" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
