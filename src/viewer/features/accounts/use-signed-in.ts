import { useRouter } from '@tanstack/react-router';
import type { User } from '../../../contract/account/session.ts';
import { useApp } from '../../context.ts';

/** Handles the response of a sign-in: deletes cached responses of another user, and goes to the choice of profiles. */
export function useSignedIn(): (data: User & { token: string }) => Promise<void> {
  const { session, queryClient } = useApp();
  const router = useRouter();
  return async ({ token, ...user }) => {
    session.signIn(user, token);
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    await router.navigate({ to: '/profiles', replace: true });
  };
}
