import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Newcomer } from '../../../contract/account/social-login.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { GuestFrame, lineLink, Said } from '../../forms/guest-frame.tsx';
import { useSignedIn } from '../accounts/use-signed-in.ts';
import { takeCallbackResult } from './callback-result.ts';
import { JoinByPassword, JoinBySignUp, ProveEmail } from './joining.tsx';

/** After a service: signs in who is known, and leads everybody else on to an account. */
export function SocialLoginPage() {
  const { t } = useLingui();
  const { api, session } = useApp();
  const router = useRouter();
  const signedIn = useSignedIn();
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const began = useRef(false);

  const explain = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'network')
      return t`인터넷에 연결되지 않았어요. 연결을 확인하고 다시 시도해 주세요.`;
    return error.message || t`로그인하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`;
  };
  const meet = async () => setNewcomer((await api('GET /api/social-login')).data);

  useEffect(() => {
    if (began.current) return;
    began.current = true;
    const { code, failed } = takeCallbackResult();
    const arrive = async () => {
      if (failed) {
        const message = failed === 'cancelled' ? 'social_cancelled' : 'social_failed';
        session.setPending({ message, returnTo: session.pending().returnTo });
        return router.navigate({ to: '/login', replace: true });
      }
      // Without a code the page was loaded again while somebody joins.
      if (!code) return meet();
      try {
        return await signedIn((await api('POST /api/social-login', { body: { code, device: 'web' } })).data);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'social_account_required') throw error;
        return meet();
      }
    };
    arrive().catch((error: unknown) => setFailure(explain(error)));
  });

  if (failure) {
    return (
      <GuestFrame>
        <div className="space-y-5">
          <h1 className="text-28">
            <Trans>로그인</Trans>
          </h1>
          <Said kind="failure">{failure}</Said>
          <Link to="/login" replace className={buttonClass('primary', 'lg', 'w-full')}>
            <Trans>다시 로그인하기</Trans>
          </Link>
        </div>
      </GuestFrame>
    );
  }
  if (!newcomer) {
    return (
      <GuestFrame>
        <h1 className="text-28">
          <Trans>로그인</Trans>
        </h1>
        <p role="status" aria-busy="true" className="mt-3 text-quiet">
          <Trans>로그인하는 중…</Trans>
        </p>
      </GuestFrame>
    );
  }
  const Step = { email: ProveEmail, link: JoinByPassword, sign_up: JoinBySignUp }[newcomer.next];
  return (
    <GuestFrame
      below={
        <Link to="/login" replace className={lineLink}>
          <Trans>다른 방법으로 로그인하기</Trans>
        </Link>
      }
    >
      <Step newcomer={newcomer} onNext={setNewcomer} onChanged={meet} />
    </GuestFrame>
  );
}
