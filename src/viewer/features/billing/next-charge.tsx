import { Trans } from '@lingui/react/macro';
import type { NextCharge } from '../../../contract/account/billing.ts';
import { dollars } from '../../money.ts';
import { useDays } from './days.ts';

/** Of a next charge for the days until another billing day alone: which days, and what is charged after them. */
export function PartOfPeriod({
  charge: { on, part },
  className,
}: {
  charge: NextCharge;
  className?: string;
}) {
  const { day } = useDays();
  if (!part) return null;
  const from = day(on);
  const until = day(part.until);
  const nextDay = day(part.next.on);
  const nextAmount = dollars(part.next.cents);
  return (
    <p className={className}>
      <Trans>
        새 결제일이 되기까지 {from}부터 {until}까지의 요금이에요. 그다음 결제: {nextDay}, {nextAmount}
      </Trans>
    </p>
  );
}
