import { Suspense } from 'react';
import { useApp, useSession } from '../context.ts';
import { lazyPart } from '../page/lazy-part.tsx';

const DeletionPending = lazyPart(
  () => import('../features/accounts/deletion-pending.tsx'),
  'DeletionPending',
);

/**
 * The time at which the account will be erased, until the notice is dismissed; signing in shows it again. Null for kids profiles,
 * which are told nothing about the account, and for accounts that will not be erased.
 */
export function useUnreadDeletion(): string | null {
  const signedIn = useSession();
  if (!signedIn || signedIn.deletionRead || signedIn.profile?.is_kid) return null;
  return signedIn.user.deletion_at;
}

/** Says above a page that the account is going to be erased, with the way back, until that has been read. */
export function DeletionBar({ at }: { at: string }) {
  const { session } = useApp();
  return (
    // As high as what is being fetched, where it is one line.
    <Suspense fallback={<div className="min-h-17 bg-rose/15" />}>
      <DeletionPending at={at} onRead={() => session.readDeletion()} />
    </Suspense>
  );
}
