import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { LimitedProfile } from '../../../contract/account/profiles.ts';
import { rules } from '../../../contract/rules.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Field } from '../../../ui/components/field.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { CodeForm } from '../../forms/code-form.tsx';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { AccountForm } from './account-form.tsx';
import { Back } from './profile-lock-page.tsx';
import { limitedProfilesQuery } from './profiles.queries.ts';

interface ProfilesProps {
  children: (profiles: readonly LimitedProfile[], reload: () => Promise<unknown>) => ReactNode;
}

/** The profiles once they are there; until then their shapes, or why they do not come. */
function Profiles({ children }: ProfilesProps) {
  const query = useQuery(limitedProfilesQuery(useApp()));
  return (
    <QueryStates
      query={query}
      loading={<ListSkeleton rows={2} row="h-16 rounded-md" className="mt-6 max-w-2xl space-y-2" />}
      failed={<Trans>프로필을 불러오지 못했어요</Trans>}
    >
      {({ data }) => children(data.profiles, query.refetch)}
    </QueryStates>
  );
}

/** Which profiles have an address of their own. */
export function ProfileEmailsPage() {
  return (
    <>
      <p className="max-w-2xl text-quiet">
        <Trans>프로필마다 소식을 받을 이메일 주소를 따로 정할 수 있어요.</Trans>
      </p>
      <Profiles>
        {(profiles) => (
          <ul className="mt-6 max-w-2xl space-y-2">
            {profiles.map((profile) => (
              <li key={profile.id}>
                <Link
                  to="/account/$"
                  params={{ _splat: `add-profile-email/${profile.id}` }}
                  className="flex min-h-16 items-center gap-4 rounded-md border border-line bg-surface px-4 py-3 hover:bg-raised"
                >
                  <Avatar profile={profile} className="size-11 rounded-md" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{profile.name}</span>
                    <span className="block text-14 [overflow-wrap:anywhere] text-quiet">
                      {profile.email ?? <Trans>이메일 없음</Trans>}
                    </span>
                  </span>
                  <Icon name="right" size={20} className="text-quiet" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Profiles>
    </>
  );
}

/** One profile's address: asked for, and proven by the code that went there. */
export function ProfileEmailPage({ params }: { params: Record<string, string> }) {
  return (
    <Profiles>
      {(profiles, reload) => {
        const profile = profiles.find(({ id }) => id === params.id);
        if (!profile) return <ErrorPage />;
        return (
          <>
            <p className="flex items-center gap-3">
              <Avatar profile={profile} className="size-11 rounded-md" />
              <span className="min-w-0">
                <span className="block truncate font-bold">{profile.name}</span>
                <span className="block text-14 [overflow-wrap:anywhere] text-quiet" role="status">
                  {profile.email ?? <Trans>이메일 없음</Trans>}
                </span>
              </span>
            </p>
            <EmailForms key={profile.id} profile={profile} onChanged={() => void reload()} />
            <Back to="add-profile-email" />
          </>
        );
      }}
    </Profiles>
  );
}

/** An address that a code has gone to. */
interface Sent {
  email: string;
  resend_seconds: number;
}

interface EmailFormProps {
  profile: LimitedProfile;
  onChanged: () => void;
}

function EmailForms({ profile, onChanged }: EmailFormProps) {
  const { t } = useLingui();
  const { api } = useApp();
  const [sent, setSent] = useState<Sent | null>(null);
  const params = { id: profile.id };
  if (!sent) return <AskForm profile={profile} onSent={setSent} onChanged={onChanged} />;
  const { email } = sent;
  return (
    <div className="mt-6 max-w-[480px] space-y-5 rounded-lg border border-line bg-surface p-5 tablet:p-6">
      <CodeForm
        email={email}
        resendSeconds={sent.resend_seconds}
        submit={t`확인하기`}
        onCode={async (code) => {
          await api('PUT /api/account/profiles/{id}/email', { params, body: { code } });
          toast('success', t`프로필 이메일을 저장했어요.`);
          setSent(null);
          onChanged();
        }}
        onResend={async () =>
          void (await api('POST /api/account/profiles/{id}/email', { params, body: { email } }))
        }
      />
      <Button className="w-full" onClick={() => setSent(null)}>
        <Trans>주소 다시 입력하기</Trans>
      </Button>
    </div>
  );
}

interface AskFormProps extends EmailFormProps {
  onSent: (sent: Sent) => void;
}

function AskForm({ profile, onSent, onChanged }: AskFormProps) {
  const { t } = useLingui();
  const { api } = useApp();
  const { form, busy, errorOf, failure, send, check } = useSubmit();
  const params = { id: profile.id };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (!check({ email: rules.email(email) })) return;
    void send(async () => {
      onSent((await api('POST /api/account/profiles/{id}/email', { params, body: { email } })).data);
    });
  };
  const remove = () =>
    send(async () => {
      await api('DELETE /api/account/profiles/{id}/email', { params });
      toast('success', t`프로필 이메일을 지웠어요.`);
      onChanged();
    });

  return (
    <AccountForm form={form} failure={failure} onSubmit={submit}>
      <Field
        label={profile.email === null ? t`이메일 주소` : t`새 이메일 주소`}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errorOf('email')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="lg" className="flex-1" disabled={busy}>
          {busy ? <Trans>보내는 중…</Trans> : <Trans>인증 번호 받기</Trans>}
        </Button>
        {profile.email !== null && (
          <Button size="lg" disabled={busy} onClick={() => void remove()}>
            <Trans>이메일 지우기</Trans>
          </Button>
        )}
      </div>
    </AccountForm>
  );
}
