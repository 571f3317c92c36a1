import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { membershipQuery } from './billing.queries.ts';
import { CardFields } from './card-choice.tsx';
import { CardDesk, CardRefused } from './card-desk.ts';
import { sayDone } from './checkout-memory.ts';
import { Instead, SafeNote } from './checkout-parts.tsx';

/** Saves another card; what is open is tried with it at once. */
export function AddCardPage() {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const membership = useQuery(membershipQuery(context));
  const [desk] = useState(() => new CardDesk(context));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await desk.save();
      const { open_invoice: open } = await context.queryClient.fetchQuery(membershipQuery(context));
      sayDone('card');
      // What is open could not be paid with it yet: the bank asks, or says no.
      const to = open ? `checkout/${open.id}` : 'payment-info';
      await router.navigate({ to: '/account/$', params: { _splat: to }, replace: true });
    } catch (problem) {
      if (problem instanceof CardRefused) desk.focus();
      setFailure(
        problem instanceof CardRefused
          ? problem.message || null
          : problem instanceof ApiError && problem.message
            ? problem.message
            : t`카드를 저장하지 못했어요. 다시 시도해 주세요.`,
      );
      setBusy(false);
    }
  };
  if (membership.data?.takes_cards === false)
    return (
      <Instead to="plans">
        <Trans>지금은 카드로 결제할 수 없어요. 전화나 메일로 신청해 주세요.</Trans>
      </Instead>
    );
  return (
    <div className="max-w-[480px] space-y-5">
      <p className="text-quiet">
        <Trans>저장한 카드가 기본 카드가 되고, 다음 결제부터 이 카드를 써요.</Trans>
      </p>
      <div role="alert">{failure && <Said kind="failure">{failure}</Said>}</div>
      <CardFields desk={desk} />
      <SafeNote />
      <Button look="primary" size="lg" className="w-full" disabled={busy} onClick={() => void save()}>
        {busy ? <Trans>저장하는 중…</Trans> : <Trans>카드 저장</Trans>}
      </Button>
    </div>
  );
}
