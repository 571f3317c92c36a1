/** What is done once the account's password is given, in a dialog, with what is agreed to by it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { MissingAddress } from './address-form.tsx';
import { refreshPlan } from './billing.queries.ts';
import { ConfirmForm } from './confirm-form.tsx';
import type { Membership } from './with-subscription.tsx';

/** The way to the page where a card is given: a document of its own. */
export function AddCard({ look }: { look: 'primary' | 'quiet' }) {
  return (
    <Link to="/account/$" params={{ _splat: 'add-card' }} preload={false} className={buttonClass(look)}>
      <Trans>카드 등록하기</Trans>
    </Link>
  );
}

/** Asks whoever has no card for one, in place of what would charge it later. */
export function MissingCard() {
  return (
    <div className="space-y-5">
      <p className="text-quiet">
        <Trans>카드를 먼저 등록해 주세요. 등록한 뒤에 이어서 볼 수 있어요.</Trans>
      </p>
      <AddCard look="primary" />
    </div>
  );
}

/** What is asked, what its button is called, what it does, and what is said once it is done. */
export interface Asked {
  title: string;
  submit: string;
  run: (password: { password?: string }, agreement: string | null) => Promise<unknown>;
  said: string;
}

/**
 * The dialog; closed while nothing is asked. `agreement`: what is agreed to by it, as it is now; a card and an address are asked for first
 * then. Null: nothing that is charged later.
 */
export function ConfirmDialog({
  asked,
  agreement,
  membership: { cards, address },
  onClose,
}: {
  asked: Asked | null;
  agreement: string | null;
  membership: Pick<Membership, 'cards' | 'address'>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const context = useApp();
  const heading = useId();
  return (
    <Dialog open={asked !== null} onClose={onClose} labelledBy={heading} className={dialogCard}>
      {asked && (
        <>
          <h2 id={heading} className="mb-5 text-22 [overflow-wrap:anywhere]">
            {asked.title}
          </h2>
          {agreement && !address ? (
            <MissingAddress />
          ) : agreement && cards.length === 0 ? (
            <MissingCard />
          ) : (
            <ConfirmForm
              submit={asked.submit}
              run={async (password, _, sending) => {
                try {
                  await asked.run(password, agreement);
                } catch (error) {
                  if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
                  await refreshPlan(context);
                  sending.fail(t`내용이 바뀌었어요. 새 내용을 확인하고 다시 눌러 주세요.`);
                  return;
                }
                onClose();
                toast('success', asked.said);
                await refreshPlan(context);
              }}
            >
              {() => agreement && <p className="text-14 text-quiet">{agreement}</p>}
            </ConfirmForm>
          )}
          <Button className="mt-3 w-full" onClick={onClose}>
            <Trans>닫기</Trans>
          </Button>
        </>
      )}
    </Dialog>
  );
}
