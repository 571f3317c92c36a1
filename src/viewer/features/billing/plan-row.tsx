import { Trans } from '@lingui/react/macro';
import type { Plan } from '../../../contract/viewer/plans.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { dollars } from '../../money.ts';

/** What a row of a list of plans looks like, a link or a button. */
export const planRow =
  'flex w-full items-center justify-between gap-4 rounded-lg border border-line bg-surface p-5 text-left hover:border-quiet';

/** A plan in a row: what it is called, what it costs, and that it leads on. */
export function PlanInRow({ plan }: { plan: Plan }) {
  return (
    <>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-18 font-bold">{plan.name}</span>
        <span className="block text-quiet">{plan.description}</span>
      </span>
      <span className="flex shrink-0 items-center gap-2 text-right">
        <span>
          <span className="block font-bold tabular-nums">{dollars(plan.price_cents)}</span>
          <span className="block text-14 text-quiet">
            {plan.period === 'monthly' ? <Trans>한 달</Trans> : <Trans>1년</Trans>}
          </span>
        </span>
        <Icon name="right" size={20} className="text-quiet" />
      </span>
    </>
  );
}
