import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp, useSession } from '../../context.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { PinForm } from './pin-form.tsx';

/** Which profiles are locked. */
export function ProfileLocksPage() {
  const profiles = useSession()?.user.profiles ?? [];
  return (
    <>
      <p className="max-w-2xl text-quiet">
        <Trans>PIN으로 잠근 프로필은 PIN을 아는 사람만 열 수 있어요.</Trans>
      </p>
      <ul className="mt-6 max-w-2xl space-y-2">
        {profiles.map((profile) => (
          <li key={profile.id}>
            <Link
              to="/account/$"
              params={{ _splat: `profile-lock/${profile.id}` }}
              className="flex min-h-16 items-center gap-4 rounded-md border border-line bg-surface px-4 py-3 hover:bg-raised"
            >
              <Avatar profile={profile} className="size-11 rounded-md" />
              <span className="min-w-0 flex-1 truncate font-semibold">{profile.name}</span>
              <span className="flex items-center gap-1 text-14 whitespace-nowrap text-quiet">
                {profile.has_pin ? (
                  <>
                    <Icon name="lock" size={16} className="text-jade" />
                    <Trans>잠김</Trans>
                  </>
                ) : (
                  <Trans>잠그지 않음</Trans>
                )}
              </span>
              <Icon name="right" size={20} className="text-quiet" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** One profile's PIN. */
export function ProfileLockPage({ params }: { params: Record<string, string> }) {
  const { t } = useLingui();
  const { api, refreshUser: refresh } = useApp();
  const id = params.id ?? '';
  const profile = useSession()?.user.profiles.find((each) => each.id === id);
  if (!profile) return <ErrorPage />;
  const { name, has_pin } = profile;
  return (
    <>
      <p className="flex items-center gap-3">
        <Avatar profile={profile} className="size-11 rounded-md" />
        <span className="min-w-0">
          <span className="block truncate font-bold">{name}</span>
          <span className="block text-14 text-quiet" role="status">
            {has_pin ? <Trans>PIN으로 잠겨 있어요.</Trans> : <Trans>아직 잠그지 않았어요.</Trans>}
          </span>
        </span>
      </p>
      <p className="mt-4 max-w-2xl text-quiet">
        {has_pin ? (
          <Trans>PIN을 잊었어도 괜찮아요. 계정의 주인이면 새로 정할 수 있어요.</Trans>
        ) : (
          <Trans>PIN을 정하면 이 프로필을 고를 때마다 물어봐요.</Trans>
        )}
      </p>
      <PinForm
        isSet={has_pin}
        save={async (pin, password) => {
          await api('PUT /api/account/profiles/{id}/pin', { params: { id }, body: { pin, password } });
          await refresh();
          toast('success', pin === null ? t`프로필 잠금을 풀었어요.` : t`프로필을 PIN으로 잠갔어요.`);
        }}
      />
      <Back to="profile-lock" />
    </>
  );
}

/** The way back to the list that a page was opened from. */
export function Back({ to }: { to: 'profile-lock' | 'view-restriction' | 'add-profile-email' }) {
  return (
    <Link
      to="/account/$"
      params={{ _splat: to }}
      className="mt-6 inline-flex min-h-11 items-center gap-1 text-quiet hover:text-text"
    >
      <Icon name="left" size={20} />
      <Trans>모든 프로필 보기</Trans>
    </Link>
  );
}
