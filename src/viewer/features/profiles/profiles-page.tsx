import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Profile } from '../../../contract/account/profiles.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSession } from '../../context.ts';
import { useLogout } from '../accounts/use-logout.ts';
import { useEnterProfile } from './enter-profile.ts';
import { PinEntry } from './pin-entry.tsx';

/** Who is watching? */
export function ProfilesPage() {
  const { t } = useLingui();
  const signedIn = useSession();
  const enter = useEnterProfile();
  const logout = useLogout();
  const [entering, setEntering] = useState<string | null>(null);
  const [locked, setLocked] = useState<Profile | null>(null);
  const profiles = signedIn?.user.profiles ?? [];

  const choose = async (profile: Profile) => {
    if (profile.has_pin) {
      setLocked(profile);
      return;
    }
    setEntering(profile.id);
    try {
      await enter(profile);
    } catch (error) {
      setEntering(null);
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
                className="group/profile w-28 rounded-lg p-1 tablet:w-40"
                aria-label={profile.has_pin ? t`${profile.name}, PIN으로 잠김` : profile.name}
                onClick={() => void choose(profile)}
              >
                <Avatar
                  profile={profile}
                  className={cx(
                    'aspect-square w-full rounded-lg text-48 ring-2 ring-transparent ring-offset-4 ring-offset-ground transition-[box-shadow,transform,opacity] duration-200 group-hover/profile:scale-[1.04] group-hover/profile:ring-text',
                    entering !== null && entering !== profile.id && 'opacity-40',
                    entering === profile.id && 'animate-pulse',
                  )}
                />
                <span className="mt-4 flex items-center justify-center gap-1 text-quiet transition-colors group-hover/profile:text-text group-focus-visible/profile:text-text tablet:text-18">
                  <span className="truncate">{profile.name}</span>
                  {profile.has_pin && <Icon name="lock" size={16} />}
                </span>
                {profile.is_kid && (
                  <span className="mt-1 inline-block rounded-full bg-jade/15 px-2 text-12 font-semibold text-jade">
                    <Trans>키즈</Trans>
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
        <Button className="mt-14 bg-transparent! text-quiet hover:text-text" onClick={() => void logout()}>
          <Trans>로그아웃</Trans>
        </Button>
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
            <PinEntry name={locked.name} titleId="pin-title" onPin={(pin) => enter(locked, pin)} />
          </>
        )}
      </Dialog>
    </div>
  );
}
