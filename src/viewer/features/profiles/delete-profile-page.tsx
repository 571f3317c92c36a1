import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { OwnerGate } from '../accounts/details-gate.tsx';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { FailureNote } from './failure-note.tsx';
import { Reauthentication, readReauthentication } from './reauthentication.tsx';

/** The last warning before a profile is deleted. */
export function DeleteProfilePage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/logo/profiles/delete/$id' });
  const { api, refreshUser: refresh } = useApp();
  const router = useRouter();
  const signedIn = useSession();
  const { form, busy, errorOf, failure, needsReauthentication, send } = useSubmit();
  const profile = signedIn?.user.profiles.find((each) => each.id === id);
  // A profile with limits or a lock needs re-authentication; the server knows all of them.
  const [reauthenticationWanted, setReauthenticationWanted] = useState(
    profile !== undefined &&
      (profile.has_pin || Math.min(profile.maturity, signedIn?.profile?.maturity ?? 19) < 19),
  );
  if (!reauthenticationWanted && (errorOf('password') || errorOf('parent_pin') || needsReauthentication))
    setReauthenticationWanted(true);
  if (!profile) return null;
  const { name } = profile;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reauthentication = readReauthentication(event.currentTarget);
    void send(async () => {
      await api('DELETE /api/account/profiles/{id}', { params: { id }, body: reauthentication });
      toast('success', t`${name} 프로필을 삭제했어요.`);
      await router.navigate({ to: '/profiles/manage', replace: true });
      await refresh();
    });
  };

  return (
    <GrownUps>
      <div className="gutter mx-auto max-w-[560px] pt-8 pb-16 text-center tablet:pt-16">
        <Avatar profile={profile} className="mx-auto size-28 rounded-lg text-48 tablet:size-36" />
        <h1 className="mt-6 text-28 text-balance">{t`${name} 프로필을 삭제할까요?`}</h1>
        <p className="mt-3 text-balance text-quiet">
          <Trans>
            이 프로필의 시청 기록과 평가, 찜한 콘텐츠, 활동 내역이 모두 영원히 사라져요. 되돌릴 수 없어요.
          </Trans>
        </p>
        <OwnerGate byPin wanted={reauthenticationWanted}>
          <form ref={form} noValidate className="mt-8 space-y-6 text-left" onSubmit={submit}>
            <FailureNote text={failure} />
            {reauthenticationWanted && <Reauthentication errorOf={errorOf} />}
            <div className="grid grid-cols-2 gap-2">
              <Link to="/profiles/edit/$id" params={{ id }} className={buttonClass('quiet', 'lg')}>
                <Trans>취소</Trans>
              </Link>
              <Button type="submit" look="primary" size="lg" disabled={busy}>
                {busy ? <Trans>삭제하는 중…</Trans> : <Trans>삭제하기</Trans>}
              </Button>
            </div>
          </form>
        </OwnerGate>
      </div>
    </GrownUps>
  );
}
