import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { SavedCard } from '../../../contract/account/billing.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { membershipQuery, refreshPlan } from './billing.queries.ts';
import { CardName, cardWords } from './card-name.tsx';
import { useDone } from './membership-page.tsx';
import { WithMembership } from './with-subscription.tsx';

/** The cards that are saved, and which of them is charged. */
export function PaymentInfoPage() {
  const { t } = useLingui();
  const done = useDone();
  return (
    <WithMembership>
      {({ cards, takes_cards }) => (
        <div className="max-w-2xl space-y-4">
          {done === 'card' && (
            <Said kind="success">
              <Trans>카드를 저장했어요. 다음 결제부터 이 카드를 써요.</Trans>
            </Said>
          )}
          {cards.length === 0 ? (
            <p className="text-quiet">
              <Trans>저장한 카드가 없어요.</Trans>
            </p>
          ) : (
            <ul aria-label={t`저장한 카드`} className="space-y-3">
              {cards.map((card) => (
                <li key={card.id} className="rounded-lg border border-line bg-surface p-4 tablet:px-6">
                  <Card card={card} />
                </li>
              ))}
            </ul>
          )}
          {takes_cards && (
            <Link
              to="/account/$"
              params={{ _splat: 'add-card' }}
              preload={false}
              className={buttonClass('primary')}
            >
              <Trans>카드 추가하기</Trans>
            </Link>
          )}
        </div>
      )}
    </WithMembership>
  );
}

function Card({ card }: { card: SavedCard }) {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const heading = useId();
  const { api, queryClient } = context;
  const { id } = card;
  const name = cardWords(card);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('error', (error instanceof ApiError && error.message) || t`잠시 뒤에 다시 시도해 주세요.`);
    }
    setBusy(false);
  };
  const use = () =>
    run(async () => {
      const { data: end } = await api('POST /api/account/cards/{id}/default', { params: { id } });
      await refreshPlan(context);
      const open = queryClient.getQueryData(membershipQuery(context).queryKey)?.open_invoice;
      // What was open was tried with it, and is not paid yet.
      if (end && end.state !== 'paid' && open)
        return router.navigate({ to: '/account/$', params: { _splat: `checkout/${open.id}` } });
      toast('success', end ? t`밀린 결제를 이 카드로 마쳤어요.` : t`다음 결제부터 이 카드를 써요.`);
      return undefined;
    });
  const remove = () => {
    setRemoving(false);
    return run(async () => {
      await api('DELETE /api/account/cards/{id}', { params: { id } });
      await queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey });
      toast('success', t`카드를 지웠어요.`);
    });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <CardName card={card} />
        {card.is_default && (
          <Badge tone="jade">
            <Trans>기본 카드</Trans>
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!card.is_default && (
          <Button disabled={busy} aria-label={t`${name} 기본 카드로 쓰기`} onClick={() => void use()}>
            <Trans>기본 카드로 쓰기</Trans>
          </Button>
        )}
        <Button disabled={busy} aria-label={t`${name} 지우기`} onClick={() => setRemoving(true)}>
          <Trans>지우기</Trans>
        </Button>
      </div>
      <Dialog open={removing} onClose={() => setRemoving(false)} labelledBy={heading} className={dialogCard}>
        <h2 id={heading} className="text-22">
          <Trans>{name} 카드를 지울까요?</Trans>
        </h2>
        <p className="mt-3 text-quiet">
          <Trans>다시 쓰려면 카드를 새로 등록해야 해요.</Trans>
        </p>
        <div className="mt-6 grid grid-cols-2 gap-2">
          <Button onClick={() => setRemoving(false)} data-first-focus="">
            <Trans>취소</Trans>
          </Button>
          <Button look="primary" onClick={() => void remove()}>
            <Trans>지우기</Trans>
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
