import { useRouter } from '@tanstack/react-router';
import type { User } from '../../../contract/account/session.ts';
import { useApp } from '../../context.ts';

/** Takes in what a sign-in answered: forgets what was another's, and goes on to the profiles. */
export function useSignedIn(): (data: User & { token: string }) => Promise<void> {
  const { session, queryClient } = useApp();
  const router = useRouter();
  return async ({ token, ...user }) => {
    session.signIn(user, token);
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    await router.navigate({ to: '/profiles', replace: true });
  };
}
