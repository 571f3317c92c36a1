import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AccountDetails } from '../../../contract/account/credentials.ts';
import { Button } from '../../../ui/components/button.tsx';
import { useApp, useSession } from '../../context.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { Said } from '../../forms/guest-frame.tsx';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { QueryStates } from '../../page/query-states.tsx';
import { detailsQuery } from './accounts.queries.ts';

/** Fetches personal information and renders the states for loading, failure and success. */
export function WithDetails({
  children,
}: {
  children: (details: AccountDetails, reload: () => Promise<unknown>) => ReactNode;
}) {
  const query = useQuery(detailsQuery(useApp()));
  return (
    <QueryStates
      query={query}
      keepsData
      loading={<ListSkeleton rows={2} row="h-13 rounded-md" className="max-w-[440px] space-y-3" />}
      failed={<Trans>계정 정보를 불러오지 못했어요</Trans>}
      failedClassName=""
    >
      {(details) => children(details, () => query.refetch())}
    </QueryStates>
  );
}

/** Requires re-authentication by a code sent by e-mail before its content, unless the last one is still valid. */
export function IdentityGate({ children }: { children: (details: AccountDetails) => ReactNode }) {
  return (
    <WithDetails>
      {(details, reload) =>
        // Stays open once shown: the server asks again when re-authentication has expired.
        details.reauthenticated_until ? children(details) : <Prove details={details} onProved={reload} />
      }
    </WithDetails>
  );
}

/**
 * Whether the account has no secret that a form could ask for: no password, and with `byPin` no parent PIN either. Such accounts
 * re-authenticate by a code sent by e-mail.
 */
export function useLacksSecret(byPin = false): boolean {
  const user = useSession()?.user;
  return user?.has_password === false && !(byPin && user.has_parent_pin);
}

/** Content that needs the account's password, or a parent PIN where allowed. Without either, an e-mailed code comes first. */
export function OwnerGate({
  byPin = false,
  wanted = true,
  children,
}: {
  byPin?: boolean;
  /** Whether re-authentication is needed at all. */
  wanted?: boolean;
  children: ReactNode;
}) {
  return useLacksSecret(byPin) && wanted ? <IdentityGate>{() => children}</IdentityGate> : children;
}

function Prove({ details, onProved }: { details: AccountDetails; onProved: () => Promise<unknown> }) {
  const { t } = useLingui();
  const { api } = useApp();
  const sending = useSubmit([]);
  const [seconds, setSeconds] = useState<number | null>(null);
  const { email } = details;
  const send = async () => {
    const { data } = await api('POST /api/account/identity/send');
    setSeconds(data.resend_seconds);
  };
  return (
    <section className="max-w-[440px]" aria-labelledby="identity-title">
      <h2 id="identity-title" className="mb-3 text-18 font-bold">
        <Trans>먼저 본인인지 확인할게요</Trans>
      </h2>
      {seconds === null ? (
        <div className="space-y-5">
          <p className="text-quiet [overflow-wrap:anywhere]">
            <Trans>
              <strong className="text-text">{email}</strong> 주소로 인증 번호를 보내 드려요. 한 번 확인하면
              15분 동안 계정 정보를 바꿀 수 있어요.
            </Trans>
          </p>
          {sending.failure && <Said kind="failure">{sending.failure}</Said>}
          <Button
            look="primary"
            size="lg"
            className="w-full"
            disabled={sending.busy}
            onClick={() => void sending.send(send)}
          >
            <Trans>인증 번호 받기</Trans>
          </Button>
        </div>
      ) : (
        <CodeForm
          email={email}
          resendSeconds={seconds}
          submit={t`확인하기`}
          onCode={async (code) => {
            await api('POST /api/account/identity/verify', { body: { code } });
            await onProved();
          }}
          onResend={send}
        />
      )}
    </section>
  );
}
