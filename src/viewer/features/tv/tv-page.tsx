import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp, useSession } from '../../context.ts';
import { DeletionBar, useUnreadDeletion } from '../../layout/deletion-bar.tsx';
import { followRemoteKeys } from '../../layout/remote-keys.ts';
import { ProfilesPage } from '../profiles/profiles-page.tsx';
import { TvActivation } from './tv-activation.tsx';
import { TvHome } from './tv-home.tsx';

/** The service on a television: signed in by a code, then the profile, then rows that lead to the player. */
export function TvPage() {
  const { session } = useApp();
  const signedIn = useSession();
  const deletionAt = useUnreadDeletion();
  const { choose } = useSearch({ from: '/tv' });
  const choosing = signedIn !== null && (!signedIn.profile || choose === 'profile');
  useEffect(() => followRemoteKeys(document), []);
  useEffect(() => {
    // Choosing a profile leads back here.
    if (choosing) session.setPending({ message: null, returnTo: '/tv' });
  }, [session, choosing]);
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh py-[5vh]">
      {deletionAt && (
        <div className="mb-8">
          <DeletionBar at={deletionAt} />
        </div>
      )}
      {!signedIn ? <TvActivation /> : choosing ? <ProfilesPage television /> : <TvHome />}
    </main>
  );
}
