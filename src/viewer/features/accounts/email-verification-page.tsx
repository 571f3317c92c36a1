import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { useSession } from '../../context.ts';
import { Said } from '../../forms/guest-frame.tsx';
import { IdentityGate } from './details-gate.tsx';

/** Re-authentication without a following action: a code sent by e-mail, then links to the pages that it unlocks. */
export function EmailVerificationPage() {
  const { t } = useLingui();
  const hasPassword = useSession()?.user.has_password !== false;
  const opened = [
    { path: 'change-email', name: t`이메일 바꾸기` },
    { path: 'change-password', name: hasPassword ? t`비밀번호 바꾸기` : t`비밀번호 정하기` },
    { path: 'user-new-number', name: t`전화번호 바꾸기` },
  ];
  return (
    <IdentityGate>
      {() => (
        <div className="max-w-[440px] space-y-5">
          <Said kind="success">
            <Trans>본인 확인을 마쳤어요. 15분 동안 계정 정보를 바꿀 수 있어요.</Trans>
          </Said>
          <ul className="space-y-3">
            {opened.map(({ path, name }) => (
              <li key={path}>
                <Link
                  to="/account/$"
                  params={{ _splat: path }}
                  className={buttonClass('quiet', 'lg', 'w-full')}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </IdentityGate>
  );
}
