import { Trans } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { Avatar } from '../../ui/components/avatar.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { useApp, useSession } from '../context.ts';
import { useLogout } from '../features/accounts/use-logout.ts';

const entry =
  'flex w-full items-center gap-3 px-4 py-2 text-left hover:bg-raised focus-visible:-outline-offset-2';

/** What the profile menu opens: who else may watch, the own list, help, logging out. */
export function ProfilePanel() {
  const { session } = useApp();
  const signedIn = useSession();
  const logout = useLogout();
  const router = useRouter();
  if (!signedIn?.profile) return null;
  const { profile, user } = signedIn;
  const others = user.profiles.filter((other) => other.id !== profile.id);
  return (
    <div
      id="profile-menu"
      className="absolute right-0 mt-3 w-64 animate-pop overflow-hidden rounded-md border border-line bg-surface py-2 shadow-panel"
    >
      <p className="flex items-center gap-3 px-4 py-2">
        <Avatar profile={profile} className="size-10 rounded-md" />
        <span className="min-w-0">
          <span className="block truncate font-bold">{profile.name}</span>
          <span className="block truncate text-12 text-quiet">{user.username}</span>
        </span>
      </p>
      {others.length > 0 && (
        <ul className="mt-2 border-t border-line pt-2">
          {others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className={entry}
                onClick={() => {
                  session.setProfileChange(other.id);
                  void router.navigate({ to: '/profiles/change' });
                }}
              >
                <Avatar profile={other} className="size-8 rounded-sm" />
                <span className="min-w-0 flex-1 truncate">{other.name}</span>
                {other.has_pin && <Icon name="lock" size={16} className="text-quiet" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-2 border-t border-line pt-2">
        <li>
          <Link to="/my-list" className={entry}>
            <Icon name="check" size={20} className="text-quiet" />
            <Trans>찜한 콘텐츠</Trans>
          </Link>
        </li>
        {!profile.is_kid && (
          <>
            <li>
              <Link to="/profiles/manage" className={entry}>
                <Icon name="edit" size={20} className="text-quiet" />
                <Trans>프로필 관리</Trans>
              </Link>
            </li>
            <li>
              <Link to="/account" className={entry}>
                <Icon name="user" size={20} className="text-quiet" />
                <Trans>계정</Trans>
              </Link>
            </li>
          </>
        )}
        <li>
          <Link to="/faqs" className={entry}>
            <Icon name="info" size={20} className="text-quiet" />
            <Trans>고객센터</Trans>
          </Link>
        </li>
        <li>
          <button type="button" className={entry} onClick={() => void logout()}>
            <Icon name="logout" size={20} className="text-quiet" />
            <Trans>로그아웃</Trans>
          </button>
        </li>
      </ul>
    </div>
  );
}
