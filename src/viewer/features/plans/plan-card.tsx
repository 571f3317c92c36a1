import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Plan } from '../../../contract/viewer/plans.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { dollars } from '../../money.ts';

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
  onChoose: () => void;
}

/** One plan: what it is called, what it costs for how long, where and how it may be watched. */
export function PlanCard({ plan, running, paused, changes, trialDays, onChoose }: PlanCardProps) {
  const { t } = useLingui();
  const {
    name,
    price_cents: price,
    regular_price_cents: regular,
    period,
    max_height: quality,
    streams,
  } = plan;
  const once = period === 'once';
  const saved = regular && regular > price ? Math.round((1 - price / regular) * 100) : 0;
  return (
    <article
      aria-labelledby={`plan-${plan.id}`}
      className={cx(
        'flex h-full flex-col rounded-lg border bg-surface p-6 tablet:p-8',
        running ? 'border-jade' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-2 tablet:min-h-7">
        {running &&
          (paused ? (
            <Tag className="bg-sky text-ground" name={t`쉬는 중`} />
          ) : (
            <Tag className="bg-jade text-ground" name={t`이용 중`} />
          ))}
        {trialDays > 0 && <Tag className="bg-jade/20 text-jade" name={t`${trialDays}일 무료`} />}
        {once && <Tag className="bg-raised text-text" name={t`한 번만`} />}
        {saved > 0 && <Tag className="bg-gold/20 text-gold" name={t`${saved}% 할인`} />}
      </div>
      <h2 id={`plan-${plan.id}`} className="mt-3 text-22">
        {name}
      </h2>
      <p className="mt-1 text-quiet">{plan.description}</p>
      <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
        <span className="text-36 leading-tight font-extrabold tabular-nums">{dollars(price)}</span>
        {!once && (
          <span className="text-quiet">
            {period === 'monthly' ? <Trans>한 달</Trans> : <Trans>1년</Trans>}
          </span>
        )}
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
      {!once && (
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
      )}
      {!running && (
        <Button
          look={once ? 'quiet' : 'primary'}
          className="mt-auto w-full"
          aria-label={once ? t`${name} 신청하기` : changes ? t`${name}(으)로 바꾸기` : t`${name} 고르기`}
          onClick={onChoose}
        >
          {once ? <Trans>신청하기</Trans> : changes ? <Trans>바꾸기</Trans> : <Trans>고르기</Trans>}
        </Button>
      )}
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
