import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Said } from '../../forms/guest-frame.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { IdentityGate } from './details-gate.tsx';

interface ProvenActionProps {
  title: string;
  /** What is good to know before it is done. */
  children: ReactNode;
  /** What the button says. */
  submit: string;
  run: () => Promise<void>;
  onCancel: () => void;
}

/** An action that needs a code sent by e-mail, and a separate confirmation after it. */
export function ReauthenticatedAction({ title, children, submit, run, onCancel }: ProvenActionProps) {
  const heading = useId();
  const sending = useSubmit([]);
  return (
    <section
      aria-labelledby={heading}
      className="max-w-[480px] rounded-lg border border-line bg-surface p-5 tablet:p-6"
    >
      <h2 id={heading} className="mb-3 text-22 text-balance">
        {title}
      </h2>
      <IdentityGate>
        {() => (
          <div className="space-y-5">
            <div className="text-quiet">{children}</div>
            {sending.failure && <Said kind="failure">{sending.failure}</Said>}
            <Button
              look="primary"
              size="lg"
              className="w-full"
              disabled={sending.busy}
              onClick={() => void sending.send(run)}
            >
              {submit}
            </Button>
          </div>
        )}
      </IdentityGate>
      <Button className="mt-3 w-full" onClick={onCancel}>
        <Trans>취소</Trans>
      </Button>
    </section>
  );
}
