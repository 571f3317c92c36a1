import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Subscription } from '../../../contract/account/billing.ts';
import type { Answer } from '../../../ui/api-client.ts';
import { useApp } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { membershipQuery } from './billing.queries.ts';
import { Instead } from './checkout-parts.tsx';

export type Membership = Answer<'GET /api/account/membership'>['data'];

/** Fetches what a household has and pays, and renders the states of that. */
export function WithMembership({ children }: { children: (membership: Membership) => ReactNode }) {
  const query = useQuery(membershipQuery(useApp()));
  return (
    <QueryStates
      query={query}
      keepsData
      loading={<ListSkeleton rows={2} row="h-40 rounded-lg" className="max-w-2xl space-y-4" />}
      failed={<Trans>이용권을 불러오지 못했어요</Trans>}
      failedClassName="py-10"
    >
      {children}
    </QueryStates>
  );
}

/** A page about the running subscription; without one it leads to the plans. */
export function WithSubscription({
  children,
}: {
  children: (subscription: Subscription, membership: Membership) => ReactNode;
}) {
  return (
    <WithMembership>
      {(membership) =>
        membership.subscription ? (
          children(membership.subscription, membership)
        ) : membership.given_plan ? (
          <Instead to="membership">
            <Trans>다른 분이 결제해 주는 이용권이라 바꿀 수 없어요.</Trans>
          </Instead>
        ) : (
          <Instead to="plans">
            <Trans>지금 구독 중인 이용권이 없어요.</Trans>
          </Instead>
        )
      }
    </WithMembership>
  );
}
