import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Plan } from '../../../contract/viewer/plans.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { dollars } from '../../money.ts';
import { withParticle } from '../../page/particle.ts';

interface PlanCardProps {
  plan: Plan;
  /** The household's running plan. */
  running: boolean;
  /** The running plan is paused. */
  paused: boolean;
  /** Another plan runs: choosing this one changes to it. */
  changes: boolean;
  /** Days that are free first; 0: none. */
  trialDays: number;
  recommended: boolean;
  /** `primary` for the one plan that the page leads to. */
  look: 'primary' | 'quiet';
  onChoose: () => void;
}

/** One plan: name, price, period, devices and quality. */
export function PlanCard({
  plan,
  running,
  paused,
  changes,
  trialDays,
  recommended,
  look,
  onChoose,
}: PlanCardProps) {
  const { t, i18n } = useLingui();
  const {
    name,
    price_cents: price,
    regular_price_cents: regular,
    period,
    max_height: quality,
    streams,
  } = plan;
  const saved = regular && regular > price ? Math.round((1 - price / regular) * 100) : 0;
  return (
    <article
      aria-labelledby={`plan-${plan.id}`}
      className={cx(
        'flex h-full flex-col rounded-lg border bg-surface p-6',
        running ? 'border-jade' : recommended ? 'border-vermilion' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-2 tablet:min-h-7">
        {recommended && <Tag className="bg-vermilion text-ground" name={t`추천 이용권`} />}
        {running &&
          (paused ? (
            <Tag className="bg-sky text-ground" name={t`쉬는 중`} />
          ) : (
            <Tag className="bg-jade text-ground" name={t`이용 중`} />
          ))}
        {trialDays > 0 && <Tag className="bg-jade/20 text-jade" name={t`${trialDays}일 무료`} />}
        {saved > 0 && <Tag className="bg-gold/20 text-gold" name={t`${saved}% 할인`} />}
      </div>
      <h2 id={`plan-${plan.id}`} className="mt-3 text-22">
        {name}
      </h2>
      <p className="mt-1 text-quiet desktop:min-h-12">{plan.description}</p>
      <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
        <span className="text-36 leading-tight font-extrabold tabular-nums">{dollars(price)}</span>
        <span className="text-quiet">{period === 'monthly' ? <Trans>한 달</Trans> : <Trans>1년</Trans>}</span>
      </p>
      <p className="text-14 text-quiet tabular-nums tablet:min-h-6">
        {saved > 0 && (
          <>
            <span className="sr-only">
              <Trans>정가</Trans>
            </span>{' '}
            <s>{dollars(regular as number)}</s>
          </>
        )}
        {trialDays > 0 && (
          <span className="text-jade">
            <Trans>처음 {trialDays}일은 무료예요.</Trans>{' '}
          </span>
        )}
        {saved > 0 && period === 'yearly' && ' · '}
        {period === 'yearly' && <Trans>한 달에 {dollars(Math.round(price / 12))}</Trans>}
      </p>
      <ul aria-label={t`볼 수 있는 기기`} className="mt-6 mb-8 space-y-2 border-t border-line pt-6">
        {plan.devices.map((device) => (
          <Included key={device}>
            {device === 'pc' ? (
              <Trans>PC</Trans>
            ) : device === 'mobile' ? (
              <Trans>모바일</Trans>
            ) : device === 'web' ? (
              <Trans>웹 브라우저</Trans>
            ) : (
              <Trans>셋톱박스</Trans>
            )}
          </Included>
        ))}
      </ul>
      <ul aria-label={t`동시 시청, 화질과 광고`} className="-mt-6 mb-8 space-y-2">
        <Included>
          {streams === 1 ? <Trans>한 번에 1대에서 시청</Trans> : <Trans>동시에 {streams}대까지 시청</Trans>}
        </Included>
        <Included>
          {quality === null ? <Trans>가장 좋은 화질</Trans> : <Trans>최대 {quality}p 화질</Trans>}
        </Included>
        {plan.ad_free ? (
          <Included>
            <Trans>영상 광고 없음</Trans>
          </Included>
        ) : (
          <li className="pl-[26px] text-quiet">
            <Trans>영상 광고가 나와요</Trans>
          </li>
        )}
      </ul>
      {!running && (
        <Button
          look={look}
          className="mt-auto w-full"
          aria-label={
            trialDays > 0
              ? t`${name} 무료 체험 시작하기`
              : changes
                ? t`${withParticle(name, '으로/로', i18n.locale)} 바꾸기`
                : t`${name} 선택하기`
          }
          onClick={onChoose}
        >
          {trialDays > 0 ? (
            <Trans>무료 체험 시작하기</Trans>
          ) : changes ? (
            <Trans>바꾸기</Trans>
          ) : (
            <Trans>선택하기</Trans>
          )}
        </Button>
      )}
    </article>
  );
}

/** A one-time charge, such as shipping a set-top box. */
export function ChargeCard({ plan, onChoose }: { plan: Plan; onChoose: () => void }) {
  const { t } = useLingui();
  const { id, name } = plan;
  return (
    <article
      aria-labelledby={`plan-${id}`}
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-6"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h3 id={`plan-${id}`} className="text-18">
          {name}
        </h3>
        <p className="mt-1 text-quiet">{plan.description}</p>
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-22 font-bold tabular-nums">{dollars(plan.price_cents)}</span>
        <span className="text-quiet">
          <Trans>한 번만</Trans>
        </span>
      </p>
      <Button className="max-tablet:w-full" aria-label={t`${name} 신청하기`} onClick={onChoose}>
        <Trans>신청하기</Trans>
      </Button>
    </article>
  );
}

function Included({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name="check" size={18} className="text-jade" />
      {children}
    </li>
  );
}

function Tag({ name, className }: { name: string; className: string }) {
  return <span className={cx('rounded-full px-3 py-1 text-12 font-bold', className)}>{name}</span>;
}
