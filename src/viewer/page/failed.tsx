import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { useBackOnline, useOnline } from '../../ui/online.ts';

interface FailedProps {
  /** The message that names the missing part. */
  children: ReactNode;
  onRetry: () => void;
  className?: string | undefined;
}

/** Where a part of a page could not be loaded. It is loaded again when the connection returns. */
export function Failed({ children, onRetry, className }: FailedProps) {
  const isOnline = useOnline();
  useBackOnline(onRetry);
  return (
    <div role="alert" className={className}>
      <p className="text-18 font-bold">{children}</p>
      {!isOnline && (
        <p className="mt-2 text-quiet">
          <Trans>인터넷에 연결되지 않았어요. 다시 연결되면 바로 불러올게요.</Trans>
        </p>
      )}
      <Button className="mt-4" onClick={onRetry}>
        <Trans>다시 시도하기</Trans>
      </Button>
    </div>
  );
}
