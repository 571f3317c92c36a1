import { useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../../ui/api-client.ts';
import { dollars } from '../../money.ts';

/** What is said when something comes to another amount than was shown, or is agreed to in other words. */
export function useAmountChanged() {
  const { t } = useLingui();
  return ({ totalCents }: Pick<ApiError, 'totalCents'>, shownCents: number): string => {
    if (totalCents === null || totalCents === shownCents)
      return t`내용이 바뀌었어요. 새 내용을 확인하고 다시 눌러 주세요.`;
    const [before, now] = [dollars(shownCents), dollars(totalCents)];
    return t`금액이 바뀌었어요: ${before} → ${now}. 확인하고 다시 눌러 주세요.`;
  };
}
