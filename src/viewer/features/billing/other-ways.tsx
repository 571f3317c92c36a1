import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';

/** Other ways to a plan than one's own card. */
export function OtherWays({ hasAsked = false }: { hasAsked?: boolean }) {
  return (
    <>
      {!hasAsked && (
        <Link to="/account/$" params={{ _splat: 'ask-to-pay' }} className={buttonClass('quiet')}>
          <Trans>다른 분에게 결제 부탁하기</Trans>
        </Link>
      )}
      <Link to="/redeem" className={buttonClass('quiet')}>
        <Trans>선물 코드 등록하기</Trans>
      </Link>
    </>
  );
}
