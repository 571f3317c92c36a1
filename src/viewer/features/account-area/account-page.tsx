import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp, useSession } from '../../context.ts';
import { DeletionPending } from '../accounts/deletion-pending.tsx';
import { KidsNotice } from '../accounts/kids-notice.tsx';
import { membershipQuery } from '../billing/billing.queries.ts';
import { currentPlanQuery, plansQuery } from '../billing/plans.queries.ts';
import { SubscriptionLine } from '../billing/subscription-line.tsx';
import { accountGroups } from './account-pages.ts';

const rowLook = 'flex min-h-12 items-center justify-between gap-4 rounded-md px-4 py-2 hover:bg-raised';

/** My page: who is signed in, the plan, and the way to everything of the account. */
export function AccountPage() {
  const { i18n } = useLingui();
  const signedIn = useSession();
  const user = signedIn?.user;
  if (!user) return null;
  if (signedIn.profile?.is_kid) return <KidsNotice />;
  return (
    <div className="gutter mx-auto max-w-[1200px] pt-6 tablet:pt-10">
      <h1 className="text-28 font-extrabold tablet:text-36">
        <Trans>계정</Trans>
      </h1>
      {user.deletion_at && (
        <div className="mt-6">
          <DeletionPending at={user.deletion_at} />
        </div>
      )}
      <div className="mt-6 grid items-start gap-4 tablet:grid-cols-2">
        <section className="rounded-lg border border-line bg-surface p-6">
          <h2 className="text-14 font-semibold text-quiet">
            <Trans>로그인한 계정</Trans>
          </h2>
          <p className="mt-2 text-18 font-bold [overflow-wrap:anywhere]">{user.username}</p>
          <p className="text-quiet [overflow-wrap:anywhere]">{user.email}</p>
        </section>
        <PlanCard />
      </div>
      {/* Columns instead of a grid: cards of very different heights leave no gaps. */}
      <div className="mt-4 gap-4 tablet:columns-2">
        {accountGroups.map((group) => (
          <section
            key={group.name.id}
            className="mb-4 break-inside-avoid rounded-lg border border-line bg-surface p-2 pt-5"
          >
            <h2 className="flex items-center gap-2 px-4 text-18 font-bold">
              <Icon name={group.icon} size={20} className="text-quiet" />
              {i18n._(group.name)}
            </h2>
            <ul className="mt-2">
              {group.also?.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} className={rowLook}>
                    {i18n._(name)}
                    <Icon name="right" size={20} className="text-quiet" />
                  </Link>
                </li>
              ))}
              {group.pages.map(({ path, name }) => (
                <li key={path}>
                  <Link to="/account/$" params={{ _splat: path }} className={rowLook}>
                    {i18n._(name)}
                    <Icon name="right" size={20} className="text-quiet" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The running plan and until when it is paid, or the way to one. */
function PlanCard() {
  const { i18n } = useLingui();
  const context = useApp();
  const current = useQuery(currentPlanQuery(context, useSession()?.user.id));
  const plans = useQuery(plansQuery(context));
  const subscription = useQuery(membershipQuery(context)).data?.subscription;
  const period = current.data?.data;
  const plan = period && plans.data?.data.find(({ id }) => id === period.plan_id);
  const until = period && i18n.date(new Date(period.ends_at), { dateStyle: 'long' });
  return (
    <section className="rounded-lg border border-line bg-surface p-6" aria-busy={current.isPending}>
      <h2 className="text-14 font-semibold text-quiet">
        <Trans>이용권</Trans>
      </h2>
      {current.isPending ? (
        <div className="skeleton mt-2 h-13 rounded-md" />
      ) : period || subscription ? (
        <>
          <p className="mt-2 text-18 font-bold">
            {subscription?.plan_name ?? (plan ? plan.name : <Trans>이용 중</Trans>)}
          </p>
          <p className="text-quiet">
            {subscription ? (
              <SubscriptionLine subscription={subscription} />
            ) : (
              <Trans>{until}까지 볼 수 있어요.</Trans>
            )}
          </p>
          <Link
            to="/account/$"
            params={{ _splat: 'membership' }}
            className={buttonClass('quiet', 'md', 'mt-3')}
          >
            <Trans>이용권 관리</Trans>
          </Link>
        </>
      ) : (
        <>
          <p className="mt-2 text-18 font-bold">
            <Trans>이용 중인 이용권이 없어요</Trans>
          </p>
          <Link to="/plans" className={buttonClass('primary', 'md', 'mt-3')}>
            <Trans>이용권 보기</Trans>
          </Link>
        </>
      )}
    </section>
  );
}
