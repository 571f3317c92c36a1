import { useRouter } from '@tanstack/react-router';
import type { User } from '../../../contract/account/session.ts';
import { useApp } from '../../context.ts';

/**
 * Handles the response of a sign-in: deletes cached responses of another user, and goes to the choice of profiles, or after a
 * sign-up to the welcome page.
 */
export function useSignedIn(
  to: '/profiles' | '/welcome' = '/profiles',
): (data: User & { token: string }) => Promise<void> {
  const { session, queryClient } = useApp();
  const router = useRouter();
  return async ({ token, ...user }) => {
    session.signIn(user, token);
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    await router.navigate({ to, replace: true });
  };
}
