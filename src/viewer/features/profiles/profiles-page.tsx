import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Profile } from '../../../contract/account/profiles.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSession } from '../../context.ts';
import { useLogout } from '../accounts/use-logout.ts';
import { useEnterProfile } from './enter-profile.ts';
import { isGuessedOut, isParentWanted, PinSteps } from './pin-steps.tsx';
import { AddTile, ProfileTile, tile } from './profile-tile.tsx';

/** Who is watching? On a television, where nobody types, profiles are only chosen. */
export function ProfilesPage({ television }: { television?: boolean }) {
  const { t } = useLingui();
  const signedIn = useSession();
  const enter = useEnterProfile();
  const logout = useLogout(television ? '/tv' : '/');
  const [entering, setEntering] = useState<string | null>(null);
  const [locked, setLocked] = useState<{
    profile: Profile;
    parentWanted: boolean;
    guessedOut?: boolean;
  } | null>(null);
  const profiles = signedIn?.user.profiles ?? [];

  const choose = async (profile: Profile) => {
    if (profile.has_pin || isParentWanted(signedIn, profile)) {
      setLocked({ profile, parentWanted: isParentWanted(signedIn, profile) });
      return;
    }
    setEntering(profile.id);
    try {
      await enter(profile);
    } catch (error) {
      setEntering(null);
      const guessedOut = isGuessedOut(error);
      if (guessedOut || (error instanceof ApiError && error.errors.parent_pin)) {
        setLocked({ profile, parentWanted: true, guessedOut });
        return;
      }
      const said = error instanceof ApiError && error.message;
      toast('error', said || t`프로필을 열지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };

  return (
    <div className="gutter grid min-h-[calc(100dvh-var(--header))] place-items-center pb-16 text-center">
      <div className="animate-rise">
        <h1 className="text-28 tablet:text-48">
          <Trans>누가 보나요?</Trans>
        </h1>
        <ul className="mt-10 flex flex-wrap justify-center gap-x-6 gap-y-8 tablet:mt-16 tablet:gap-x-10">
          {profiles.map((profile, index) => (
            <li key={profile.id}>
              <button
                type="button"
                // biome-ignore lint/a11y/noAutofocus: choosing is all there is to do on this page
                autoFocus={index === 0}
                disabled={entering !== null}
                className={tile}
                aria-label={profile.has_pin ? t`${profile.name}, PIN으로 잠김` : profile.name}
                onClick={() => void choose(profile)}
              >
                <ProfileTile
                  profile={profile}
                  className={entering === profile.id ? 'animate-pulse' : entering !== null && 'opacity-40'}
                />
              </button>
            </li>
          ))}
          {!television &&
            !signedIn?.profile?.is_kid &&
            profiles.length < (signedIn?.user.profiles_max ?? 0) && (
              <li>
                <Link to="/add-profile" className={tile}>
                  <AddTile />
                </Link>
              </li>
            )}
        </ul>
        <div className="mt-14 flex flex-wrap justify-center gap-2">
          {!television && !signedIn?.profile?.is_kid && profiles.length > 0 && (
            <Link to="/profiles/manage" className={buttonClass('quiet', 'md')}>
              <Icon name="edit" size={18} />
              <Trans>프로필 관리</Trans>
            </Link>
          )}
          <Button className="bg-transparent! text-quiet hover:text-text" onClick={() => void logout()}>
            <Trans>로그아웃</Trans>
          </Button>
        </div>
      </div>
      <Dialog
        open={locked !== null}
        onClose={() => setLocked(null)}
        labelledBy="pin-title"
        className={dialogCard}
      >
        {locked && (
          <>
            <button
              type="button"
              aria-label={t`닫기`}
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-full text-quiet hover:text-text"
              onClick={() => setLocked(null)}
            >
              <Icon name="close" />
            </button>
            <PinSteps {...locked} titleId="pin-title" enter={enter} />
          </>
        )}
      </Dialog>
    </div>
  );
}
