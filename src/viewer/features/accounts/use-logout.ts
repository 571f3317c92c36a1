import { useRouter } from '@tanstack/react-router';
import { useApp } from '../../context.ts';

/**
 * Logs out: informs the server and the viewing analytics, and even when that fails, deletes the user, the profile and all cached
 * personal responses. Then it goes to `to`.
 */
export function useLogout(to: '/' | '/tv' = '/'): () => Promise<void> {
  const { api, session, marks, queryClient } = useApp();
  const router = useRouter();
  return async () => {
    const signedIn = session.get();
    // Before the token is no more: a page that connects only now would ask with it to listen.
    session.beginSignOut();
    await api('POST /api/user/logout').catch(() => undefined);
    if (signedIn) {
      const { household_id, username, email } = signedIn.user;
      await api('POST /api/session-action', {
        token: signedIn.token,
        body: {
          action: 'sign_out',
          username,
          household_id,
          email,
          user_type: 'PLUS',
        },
      }).catch(() => undefined);
    }
    session.signOut();
    marks.clear();
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    await router.navigate({ to });
    await router.invalidate();
  };
}
