import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/components/button.tsx';

interface FailedProps {
  /** What did not come. */
  children: ReactNode;
  onRetry: () => void;
  className?: string | undefined;
}

/** Where a part of a page could not be loaded. */
export function Failed({ children, onRetry, className }: FailedProps) {
  return (
    <div role="alert" className={className}>
      <p className="text-18 font-bold">{children}</p>
      <Button className="mt-4" onClick={onRetry}>
        <Trans>다시 시도하기</Trans>
      </Button>
    </div>
  );
}
