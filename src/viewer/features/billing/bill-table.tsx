import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Bill } from '../../../contract/account/billing.ts';
import { cx } from '../../../ui/class-names.ts';
import { dollars } from '../../money.ts';

/** Every line of a bill with its reason, down to the charge. */
export function BillTable({ bill, total }: { bill: Bill; total?: ReactNode }) {
  return (
    <dl className="space-y-3">
      {bill.lines.map(({ position, text, detail, amount_cents }) => (
        <Row key={position} name={text} detail={detail} cents={amount_cents} />
      ))}
      {bill.taxes.map(({ name, rate, amount_cents }) => (
        <Row key={`${name} ${rate}`} name={name} detail={rate} cents={amount_cents} />
      ))}
      {bill.credit_cents + bill.given_cents + bill.carried_cents > 0 && (
        <Row name={<Trans>합계</Trans>} cents={bill.total_cents} />
      )}
      {bill.credit_cents > 0 && <Row name={<Trans>적립금 사용</Trans>} cents={-bill.credit_cents} />}
      {bill.given_cents > 0 && (
        <Row
          name={<Trans>카드로 결제하기에는 적은 금액</Trans>}
          detail={<Trans>받지 않고 저희가 내 드려요.</Trans>}
          cents={-bill.given_cents}
        />
      )}
      {bill.carried_cents > 0 && (
        <Row
          name={<Trans>카드로 결제하기에는 적은 금액</Trans>}
          detail={<Trans>다음 청구서에 더해요.</Trans>}
          cents={-bill.carried_cents}
        />
      )}
      <Row name={total ?? <Trans>결제할 금액</Trans>} cents={bill.charge_cents} isTotal />
    </dl>
  );
}

function Row({
  name,
  detail,
  cents,
  isTotal = false,
}: {
  name: ReactNode;
  detail?: ReactNode;
  cents: number;
  isTotal?: boolean;
}) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        isTotal && 'border-t border-line pt-3 text-18 font-bold',
      )}
    >
      <dt className="min-w-0 [overflow-wrap:anywhere]">
        {name}
        {detail && <span className="block text-14 font-normal text-quiet">{detail}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{dollars(cents)}</dd>
    </div>
  );
}
