import { useRouter } from '@tanstack/react-router';
import type { Profile } from '../../../contract/account/profiles.ts';
import { useApp } from '../../context.ts';
import { rememberLocale } from '../accounts/locale.ts';

export interface Pins {
  /** The profile's own. */
  pin?: string;
  /** The household's, to leave a kids profile. */
  parent_pin?: string;
  /** In place of a PIN that was wrong too often to be taken. */
  password?: string;
}

export type EnterProfile = (profile: Pick<Profile, 'id'>, pins?: Pins) => Promise<void>;

/**
 * Enters a profile, with the PINs that it takes, and goes to where the viewer was heading, or home. A profile that speaks
 * another language has the page rendered anew in it.
 */
export function useEnterProfile(): EnterProfile {
  const { api, session, marks, queryClient, locale } = useApp();
  const router = useRouter();
  return async (profile, pins = {}) => {
    const { data } = await api('POST /api/account/profiles/{id}/enter', {
      params: { id: profile.id },
      body: pins,
    });
    marks.clear();
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
    session.choose(data);
    const { returnTo } = session.pending();
    session.clearPending();
    if (data.language && data.language !== locale) {
      rememberLocale(data.language);
      await api('POST /api/set-locale', { body: { lang: data.language } }).catch(() => undefined);
      const address = new URL(returnTo ?? '/', window.location.origin);
      // A language that the address names would win.
      address.searchParams.delete('lang');
      window.location.replace(address);
      return;
    }
    if (returnTo) router.history.replace(returnTo);
    else await router.navigate({ to: '/', replace: true });
  };
}
