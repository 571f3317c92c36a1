import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { useSession } from '../../context.ts';
import { GrownUps } from '../accounts/kids-notice.tsx';
import { AddTile, ProfileTile, tile } from './profile-tile.tsx';

/** The household's profiles, each leading to where it is edited. */
export function ManageProfilesPage() {
  const { t } = useLingui();
  const signedIn = useSession();
  if (!signedIn) return null;
  const { profiles, profiles_max } = signedIn.user;
  return (
    <GrownUps>
      <div className="gutter grid min-h-[calc(100dvh-var(--header))] place-items-center pb-16 text-center">
        <div className="animate-rise">
          <h1 className="text-28 tablet:text-48">
            <Trans>프로필 관리</Trans>
          </h1>
          <p className="mt-3 text-quiet">
            {profiles.length < profiles_max ? (
              <Trans>바꿀 프로필을 골라 주세요.</Trans>
            ) : (
              <Trans>바꿀 프로필을 골라 주세요. 프로필은 {profiles_max}개까지 만들 수 있어요.</Trans>
            )}
          </p>
          <ul className="mt-10 flex flex-wrap justify-center gap-x-6 gap-y-8 tablet:mt-14 tablet:gap-x-10">
            {profiles.map((profile) => {
              const { name } = profile;
              return (
                <li key={profile.id}>
                  <Link
                    to="/profiles/edit/$id"
                    params={{ id: profile.id }}
                    aria-label={t`${name} 편집`}
                    className={tile}
                  >
                    <ProfileTile profile={profile} badge="edit" />
                  </Link>
                </li>
              );
            })}
            {profiles.length < profiles_max && (
              <li>
                <Link to="/add-profile" className={tile}>
                  <AddTile />
                </Link>
              </li>
            )}
          </ul>
          <Link
            to={signedIn.profile ? '/' : '/profiles'}
            className={buttonClass('plain', 'lg', 'mt-14 px-10')}
          >
            <Trans>완료</Trans>
          </Link>
        </div>
      </div>
    </GrownUps>
  );
}
