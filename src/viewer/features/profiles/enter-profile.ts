import { useRouter } from '@tanstack/react-router';
import type { Profile } from '../../../contract/account/profiles.ts';
import { useApp } from '../../context.ts';

/** Enters a profile, with its PIN when it has one, and goes to where the viewer was heading, or home. */
export function useEnterProfile(): (profile: Profile, pin?: string) => Promise<void> {
  const { api, session, marks, queryClient } = useApp();
  const router = useRouter();
  return async (profile, pin) => {
    const { data } = await api('POST /api/account/profiles/{id}/enter', {
      params: { id: profile.id },
      body: pin === undefined ? {} : { pin },
    });
    marks.clear();
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    session.choose(data);
    const { returnTo } = session.pending();
    session.clearPending();
    if (returnTo) router.history.replace(returnTo);
    else await router.navigate({ to: '/', replace: true });
  };
}
