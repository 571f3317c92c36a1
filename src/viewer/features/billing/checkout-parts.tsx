import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { lineLink, Said } from '../../forms/guest-frame.tsx';
import { useHandedFocus } from '../../forms/use-handed-focus.ts';

/**
 * A part of a page about money: its name, and beside it what can be done with it. `shown`: which of several things it shows, so that
 * the focus stays in it when another one comes.
 */
export function Part({
  title,
  aside,
  shown,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  shown?: unknown;
  children: ReactNode;
}) {
  const heading = useId();
  const part = useHandedFocus<HTMLElement>(shown);
  return (
    <section
      ref={part}
      aria-labelledby={heading}
      className="rounded-lg border border-line bg-surface p-5 tablet:p-6"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={heading} className="text-18 font-bold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Instead of a checkout: why there is none, and the way on. */
export function Instead({ children, to }: { children: ReactNode; to: 'plans' | 'membership' | 'gifts' }) {
  return (
    <div role="alert" className="rounded-lg bg-surface px-6 py-14 text-center">
      <p className="text-18 font-bold text-balance">{children}</p>
      <p className="mt-6">
        {to === 'plans' ? (
          <Link to="/plans" className={buttonClass('primary')}>
            <Trans>이용권 보기</Trans>
          </Link>
        ) : to === 'gifts' ? (
          <Link to="/gifts" className={buttonClass('primary')}>
            <Trans>선물하기</Trans>
          </Link>
        ) : (
          <Link to="/account/$" params={{ _splat: 'membership' }} className={buttonClass('primary')}>
            <Trans>내 이용권</Trans>
          </Link>
        )}
      </p>
    </div>
  );
}

/** That a payment is being asked after. */
export function Checking() {
  return (
    <Said kind="info">
      <Trans>결제를 확인하고 있어요. 이 창을 닫아도 두 번 결제되지 않아요.</Trans>
    </Said>
  );
}

/** That a payment is still not known after a minute. */
export function StillWaiting() {
  return (
    <Said kind="info">
      <Trans>카드사 답이 늦어지고 있어요. 다시 결제하지 마세요. 확인되면 메일로 알려 드려요.</Trans>{' '}
      <Link to="/account/$" params={{ _splat: 'invoices' }} className={lineLink}>
        <Trans>청구서 보기</Trans>
      </Link>
    </Said>
  );
}

export function SafeNote() {
  return (
    <p className="flex gap-2 text-14 text-quiet">
      <Icon name="lock" size={20} />
      <span className="min-w-0">
        <Trans>카드 번호는 카드 결제 회사로 바로 가요. 저희는 보지도 저장하지도 않아요.</Trans>
      </span>
    </p>
  );
}
