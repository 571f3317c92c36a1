import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { boxFees } from '../../../contract/branches.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp, useSession } from '../../context.ts';
import { dollars } from '../../money.ts';
import { membershipQuery } from '../billing/billing.queries.ts';
import { plansQuery } from '../billing/plans.queries.ts';
import { Contact } from '../support/contact.tsx';

/** The free trial with its rules, and the free titles. */
export function TrialPage() {
  const { t } = useLingui();
  const context = useApp();
  const signedIn = useSession();
  const plans = useQuery(plansQuery(context)).data?.data;
  const membership = useQuery(membershipQuery(context)).data;
  const isPossible = membership ? membership.trial_possible : !signedIn;
  const tried = isPossible ? plans?.find(({ trial_days }) => trial_days > 0) : undefined;
  const days = tried?.trial_days;
  const planName = tried?.name;
  const shipping = dollars(boxFees.shipping_cents);
  const notReturned = dollars(boxFees.not_returned_cents);
  return (
    <ListPage title={t`무료 체험`}>
      <div className="gutter mt-4 grid gap-6 desktop:grid-cols-2">
        {tried && (
          <Panel title={<Trans>{days}일 무료로 시작하세요</Trans>}>
            <ul className="list-disc space-y-2 pl-5">
              <li>
                <Trans>
                  {planName}의 모든 콘텐츠를 {days}일 동안 무료로 볼 수 있어요.
                </Trans>
              </li>
              <li>
                <Trans>카드는 미리 등록하지만, 체험이 끝나기 전에 해지하면 결제되지 않아요.</Trans>
              </li>
              <li>
                <Trans>한 집에서 한 번, 카드 한 장으로 한 번만 체험할 수 있어요.</Trans>
              </li>
            </ul>
            <p className="mt-6">
              <Link to="/plans" search={{ plan: tried.id }} className={buttonClass('primary')}>
                <Trans>무료 체험 시작하기</Trans>
              </Link>
            </p>
          </Panel>
        )}
        <Panel title={<Trans>셋톱박스로 먼저 써 보세요</Trans>}>
          <ul className="list-disc space-y-2 pl-5">
            <li>
              <Trans>체험하는 동안에는 이용권 요금이 없어요.</Trans>
            </li>
            <li>
              <Trans>셋톱박스를 집으로 보내 드려요. 배송비는 {shipping}이고 한 번만 내요.</Trans>
            </li>
            <li>
              <Trans>계속 보고 싶으면 이용권을 고르고 셋톱박스를 그대로 쓰면 돼요.</Trans>
            </li>
            <li>
              <Trans>
                그만 쓰려면 체험이 끝나고 2주 안에 셋톱박스를 돌려주세요. 그때까지 돌려주지 않으면{' '}
                {notReturned}를 내야 해요.
              </Trans>
            </li>
          </ul>
          <p className="mt-6">
            <Link to="/plans" className={buttonClass('primary')}>
              <Trans>이용권 보기</Trans>
            </Link>
          </p>
        </Panel>
        <Panel title={<Trans>이용권 없이도 볼 수 있어요</Trans>}>
          <ul className="list-disc space-y-2 pl-5">
            <li>
              <Trans>무료 콘텐츠는 광고와 함께 바로 볼 수 있어요.</Trans>
            </li>
            <li>
              <Trans>무료 실시간 채널도 볼 수 있어요.</Trans>
            </li>
            <li>
              <Trans>찜하기와 이어보기, 프로필도 그대로 쓸 수 있어요.</Trans>
            </li>
          </ul>
          <p className="mt-6 flex flex-wrap gap-3">
            <Link to="/free-videos" className={buttonClass('primary')}>
              <Trans>무료로 보기</Trans>
            </Link>
            <Link to="/live-tv" className={buttonClass('quiet')}>
              <Trans>실시간 TV</Trans>
            </Link>
          </p>
        </Panel>
        <Panel title={tried ? <Trans>궁금한 점이 있다면</Trans> : <Trans>체험 신청</Trans>}>
          <p>
            {tried ? (
              <Trans>전화나 메일로 물어보세요. 셋톱박스를 받을 방법도 알려 드려요.</Trans>
            ) : (
              <Trans>전화나 메일로 신청해 주세요. 체험 기간과 셋톱박스를 받을 방법을 알려 드려요.</Trans>
            )}
          </p>
          <Contact subject={t`무료 체험 신청`} />
          <p className="mt-6 flex flex-wrap gap-3">
            <Link to="/subscription" search={{ tab: 'guide' }} className={buttonClass('quiet')}>
              <Trans>설치와 비용</Trans>
            </Link>
            <Link to="/faqs" className={buttonClass('quiet')}>
              <Trans>자주 묻는 질문</Trans>
            </Link>
          </p>
        </Panel>
      </div>
    </ListPage>
  );
}

function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-lg bg-surface p-6 tablet:p-8">
      <h2 className="mb-4 text-18 tablet:text-22">{title}</h2>
      {children}
    </section>
  );
}
