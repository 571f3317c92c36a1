import { Trans } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { GuestFrame } from '../../forms/guest-frame.tsx';
import { ActivationSteps } from './activation-steps.tsx';
import { GrownUps } from './kids-notice.tsx';

/** The page whose address a television shows to its viewer: the code is typed or part of the address. */
export function ActivatePage() {
  const { code } = useSearch({ from: '/activate' });
  return (
    <GuestFrame>
      <GrownUps>
        <h1 className="mb-5 text-28">
          <Trans>TV 로그인</Trans>
        </h1>
        <ActivationSteps code={code} />
      </GrownUps>
    </GuestFrame>
  );
}

/** The same in the account area. */
export function ActivateDevicePage() {
  return (
    <div className="max-w-md">
      <p className="mb-5 text-quiet">
        <Trans>TV나 셋톱박스에서 로그인을 누르면 보이는 코드를 입력해 주세요.</Trans>
      </p>
      <ActivationSteps />
    </div>
  );
}
