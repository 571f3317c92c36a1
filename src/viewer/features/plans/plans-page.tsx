import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp, useSession } from '../../context.ts';
import { lineLink } from '../../forms/guest-frame.tsx';
import { StoreBadges } from '../../page/store-badges.tsx';
import { membershipQuery } from '../billing/billing.queries.ts';
import { rememberReturn } from '../billing/checkout-memory.ts';
import { OtherWays } from '../billing/other-ways.tsx';
import { currentPlanQuery, plansQuery } from '../billing/plans.queries.ts';
import { SubscriptionLine } from '../billing/subscription-line.tsx';
import { Day } from '../support/article.tsx';
import { NotChosenDialog } from './not-chosen-dialog.tsx';
import { ChargeCard, PlanCard } from './plan-card.tsx';
import { recommendedPlan } from './recommended-plan.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';

const route = getRouteApi('/main/plans');

/** One row where the plans fit in one; more than four fill rows. */
const columnsOf = (count: number): string =>
  count === 2 || count === 4
    ? cx('tablet:grid-cols-2', count === 2 ? 'max-w-4xl' : 'wide:grid-cols-4')
    : count === 1
      ? 'max-w-md'
      : 'desktop:grid-cols-3';

/** The plans on offer, and the household's own plan. */
export function PlansPage() {
  const { t } = useLingui();
  const context = useApp();
  const signedIn = useSession();
  const router = useRouter();
  const asked = route.useSearch().plan;
  const [chosen, setChosen] = useState(asked);
  const plans = useQuery(plansQuery(context)).data?.data ?? [];
  const running = useQuery(currentPlanQuery(context, signedIn?.user.id)).data?.data;
  const owned = useQuery(membershipQuery(context));
  const membership = owned.data;
  const premiumPath = useRouterState({ select: ({ location }) => location.state.premiumPath });
  const wanted = signedIn ? plans.find(({ id }) => id === chosen) : undefined;
  const plan = membership && wanted;
  const isKid = signedIn?.profile?.is_kid;
  const hasFailed = !membership && owned.errorUpdateCount > 0;
  const notChosen = !wanted ? null : isKid ? 'kid' : hasFailed ? 'failed' : null;
  const subscription = membership?.subscription;
  const given = membership?.given_plan;
  const isPaused = subscription?.state === 'paused';
  const offersTrial = (membership?.trial_possible ?? true) && !running;

  const charges = plans.filter(({ period }) => period === 'once');
  const offers = plans.filter(({ period }) => period !== 'once');
  // A household with a plan has made its choice.
  const recommended = (running ?? subscription ?? given) ? undefined : recommendedPlan(offers);

  const choose = (id: string) => {
    if (signedIn) return setChosen(id);
    context.session.setPending({ message: null, returnTo: `/plans?plan=${id}` });
    void router.navigate({ to: '/login' });
  };
  const takesCards = membership?.takes_cards;
  const changes = plan && plan.period !== 'once' && subscription !== null;
  useEffect(() => {
    if (!plan || !takesCards) return;
    setChosen(undefined);
    // The way back leads to the plans, and chooses nothing by itself.
    const replace = asked !== undefined;
    // The household ends a plan that another household pays for before it chooses one.
    if (given && plan.period !== 'once') {
      void router.navigate({ to: '/account/$', params: { _splat: 'membership' }, replace });
      return;
    }
    if (changes) {
      const isRunning = plan.price_id === subscription?.price_id;
      const _splat = isRunning ? 'membership' : `change-plan/${plan.price_id}`;
      void router.navigate({ to: '/account/$', params: { _splat }, replace });
      return;
    }
    rememberReturn(premiumPath);
    const params = { plan: plan.id, price: plan.price_id };
    void router.navigate({ to: '/checkout/$plan/$price', params, replace });
  }, [plan, takesCards, changes, given, subscription, premiumPath, asked, router]);
  // With its taxes the checkout knows it surely.
  const creditPays =
    plan !== undefined &&
    plan.period !== 'once' &&
    !subscription &&
    !given &&
    (membership?.credit_cents ?? 0) >= plan.price_cents;
  const close = () => {
    setChosen(undefined);
    if (asked) void router.navigate({ to: '/plans', search: {}, replace: true, resetScroll: false });
  };

  return (
    <ListPage title={t`이용권`}>
      <div className="gutter mt-4 space-y-10">
        {signedIn && !signedIn.user.has_active_plan && <PlanNeeded isPaused={isPaused} />}
        {running !== undefined && (
          <section
            aria-label={t`내 이용권`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-surface px-6 py-4"
          >
            {running ? (
              <>
                <strong className="text-jade">
                  <Trans>이용 중</Trans>
                </strong>
                <p>
                  {subscription ? (
                    <SubscriptionLine subscription={subscription} />
                  ) : given?.renews ? (
                    <Trans>다른 분이 결제해 줘서 모든 콘텐츠를 볼 수 있어요.</Trans>
                  ) : (
                    <Trans>
                      <Day at={running.ends_at} />
                      까지 모든 콘텐츠를 볼 수 있어요.
                    </Trans>
                  )}
                </p>
                {(subscription ?? given) && (
                  <Link to="/account/$" params={{ _splat: 'membership' }} className={lineLink}>
                    <Trans>이용권 관리</Trans>
                  </Link>
                )}
              </>
            ) : subscription || given ? (
              <>
                <p>
                  {subscription ? (
                    <SubscriptionLine subscription={subscription} />
                  ) : (
                    <Trans>이용권이 멈춰 있어요.</Trans>
                  )}
                </p>
                <Link to="/account/$" params={{ _splat: 'membership' }} className={lineLink}>
                  <Trans>이용권 관리</Trans>
                </Link>
              </>
            ) : (
              <>
                <strong className="text-quiet">
                  <Trans>이용권 없음</Trans>
                </strong>
                <p>
                  <Trans>무료 콘텐츠를 보고 있어요.</Trans>
                </p>
              </>
            )}
          </section>
        )}
        {offers.length === 0 ? (
          <p className="rounded-lg bg-surface px-6 py-16 text-center text-quiet">
            <Trans>지금 고를 수 있는 이용권이 없어요.</Trans>
          </p>
        ) : (
          <ul className={cx('grid gap-4', columnsOf(offers.length))}>
            {offers.map((each) => (
              <li key={each.id}>
                <PlanCard
                  plan={each}
                  running={(running ?? subscription ?? given)?.plan_id === each.id}
                  paused={isPaused}
                  changes={Boolean(subscription)}
                  trialDays={offersTrial ? each.trial_days : 0}
                  recommended={each === recommended}
                  look={each === recommended || offers.length === 1 ? 'primary' : 'quiet'}
                  onChoose={() => choose(each.id)}
                />
              </li>
            ))}
          </ul>
        )}
        {charges.length > 0 && (
          <section aria-labelledby="box">
            <h2 id="box" className="text-22">
              <Trans>셋톱박스</Trans>
            </h2>
            <p className="mt-1 text-quiet">
              <Trans>TV에 연결해서 큰 화면으로 보고 싶을 때 신청하세요.</Trans>{' '}
              <Link to="/subscription" search={{ tab: 'guide' }} className={lineLink}>
                <Trans>설치 방법 보기</Trans>
              </Link>
            </p>
            <ul className="mt-4 space-y-4">
              {charges.map((each) => (
                <li key={each.id}>
                  <ChargeCard plan={each} onChoose={() => choose(each.id)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="grid gap-8 tablet:grid-cols-2 desktop:grid-cols-4">
          <Note title={<Trans>이용권 없이도 볼 수 있어요</Trans>}>
            <p>
              <Trans>무료 콘텐츠는 광고와 함께 바로 볼 수 있어요.</Trans>
            </p>
            <p className="flex flex-wrap gap-2">
              <Link to="/free-videos" className={buttonClass('quiet')}>
                <Trans>무료로 보기</Trans>
              </Link>
              <Link to="/trial" className={buttonClass('quiet')}>
                <Trans>무료 체험</Trans>
              </Link>
            </p>
          </Note>
          <Note title={<Trans>선물과 결제 부탁</Trans>}>
            <p>
              <Trans>이용권을 선물하거나, 다른 분에게 결제를 부탁할 수도 있어요.</Trans>
            </p>
            <p className="flex flex-wrap gap-2">
              <Link to="/gifts" className={buttonClass('quiet')}>
                <Trans>선물하기</Trans>
              </Link>
              {!running && !subscription && !given && <OtherWays />}
            </p>
          </Note>
          <Note title={<Trans>해지와 환불</Trans>}>
            <p>
              <Trans>
                언제든 해지할 수 있고, 해지해도 결제한 기간이 끝날 때까지 볼 수 있어요. 남은 기간은 환불되지
                않아요.
              </Trans>
            </p>
          </Note>
          <Note title={<Trans>앱에서도 볼 수 있어요</Trans>}>
            <StoreBadges />
          </Note>
        </div>
      </div>
      <SubscribeDialog
        plan={takesCards ? undefined : plan}
        creditPays={creditPays}
        onByCredit={() => rememberReturn(premiumPath)}
        onClose={close}
      />
      <NotChosenDialog
        why={notChosen}
        busy={owned.isFetching}
        onRetry={() => void owned.refetch()}
        onClose={close}
      />
    </ListPage>
  );
}

/** Shown to a viewer who wanted to watch a premium title: the reason, and the way back. */
function PlanNeeded({ isPaused }: { isPaused: boolean }) {
  const router = useRouter();
  const title = useRouterState({ select: ({ location }) => location.state.premiumTitle });
  if (title === undefined) return null;
  const back = () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/', replace: true });
  return (
    <section
      aria-labelledby="plan-needed"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-gold/50 bg-gold/10 p-6"
    >
      <Icon name="premium" size={28} className="text-gold" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="plan-needed" className="text-18">
          {isPaused ? <Trans>이용권을 쉬고 있어요</Trans> : <Trans>이용권이 필요해요</Trans>}
        </h2>
        <p className="mt-1">
          {isPaused ? (
            <Trans>다시 시작하면 프리미엄 콘텐츠를 바로 볼 수 있어요.</Trans>
          ) : title ? (
            <Trans>‘{title}’ 같은 프리미엄 콘텐츠는 이용권이 있으면 마음껏 볼 수 있어요.</Trans>
          ) : (
            <Trans>프리미엄 콘텐츠는 이용권이 있어야 볼 수 있어요.</Trans>
          )}
        </p>
      </div>
      <Button onClick={back}>
        <Trans>돌아가기</Trans>
      </Button>
    </section>
  );
}

function Note({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="space-y-3 text-quiet">
      <h2 className="text-18 text-text">{title}</h2>
      {children}
    </section>
  );
}
