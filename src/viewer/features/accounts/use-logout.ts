import { useRouter } from '@tanstack/react-router';
import { useApp } from '../../context.ts';

/** Logs out: tells the server, and whatever it says, forgets the user, the profile and all personal answers. */
export function useLogout(): () => Promise<void> {
  const { api, session, marks, queryClient } = useApp();
  const router = useRouter();
  return async () => {
    await api('POST /api/user/logout').catch(() => undefined);
    session.signOut();
    marks.clear();
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    await router.navigate({ to: '/' });
    await router.invalidate();
  };
}
