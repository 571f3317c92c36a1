import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { buttonClass } from '../../../ui/components/button.tsx';
import { useApp, useSession } from '../../context.ts';
import { useEnterProfile } from './enter-profile.ts';
import { isGuessedOut, isParentWanted, PinSteps } from './pin-steps.tsx';

/** Changes to the profile picked in the menu: at once, or after its PIN. */
export function ProfileChangePage() {
  const { t } = useLingui();
  const { session } = useApp();
  const signedIn = useSession();
  const router = useRouter();
  const enter = useEnterProfile();
  const [wanted] = useState(() => session.profileChange());
  const profile = signedIn?.user.profiles.find((each) => each.id === wanted);
  const [parentWanted, setParentWanted] = useState(
    () => profile !== undefined && isParentWanted(signedIn, profile),
  );
  const [guessedOut, setGuessedOut] = useState(false);
  const asked = profile !== undefined && (profile.has_pin || parentWanted || guessedOut);
  const started = useRef(false);
  useEffect(() => {
    if (started.current || asked) return;
    started.current = true;
    const failed = (error?: unknown) => {
      // A parent PIN was set on another device since.
      if (error instanceof ApiError && error.errors.parent_pin) return setParentWanted(true);
      if (isGuessedOut(error)) return setGuessedOut(true);
      void router.navigate({ to: '/profiles', replace: true });
    };
    if (profile) enter(profile).catch(failed);
    else failed();
  }, [profile, asked, enter, router]);
  if (!profile) return null;
  return (
    <main className="grid min-h-dvh place-items-center px-4 text-center">
      <div className="animate-rise">
        <Avatar profile={profile} className="mx-auto size-28 rounded-lg text-48 tablet:size-36" />
        {asked ? (
          <div className="mt-8">
            <PinSteps
              key={guessedOut ? 'password' : 'pin'}
              profile={profile}
              titleId="pin-title"
              parentWanted={parentWanted}
              guessedOut={guessedOut}
              enter={enter}
            />
            <Link to="/" preload={false} className={buttonClass('quiet', 'md', 'mt-4')}>
              <Trans>취소</Trans>
            </Link>
          </div>
        ) : (
          <p role="status" className="mt-6 text-18 text-quiet">
            {t`${profile.name} 프로필로 바꾸고 있어요…`}
          </p>
        )}
      </div>
    </main>
  );
}
