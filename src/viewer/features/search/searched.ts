/** The search under way: noted when it is made, and noted again with the first of its finds that is opened. */
import type { OpenedType } from '../../../contract/viewer/search.ts';
import type { AppContext } from '../../context.ts';
import { historyKey } from './search.queries.ts';

interface Searched {
  q: string;
  profileId: string | undefined;
  /** What the server calls it; null once a find was opened. */
  id: Promise<string | undefined> | null;
}

/** A browser has one search under way; a server never notes any. */
let current: Searched | null = null;

const personOf = ({ session }: AppContext) => {
  const signedIn = session.get();
  return { user_id: signedIn?.user.id ?? null, profile_id: signedIn?.profile?.id ?? null };
};

/** Notes a new search of a profile. Coming back to the same one is no new search. */
export function noteSearch(context: AppContext, q: string, profileId: string | undefined): void {
  if (current?.q === q && current.profileId === profileId) return;
  // A pending response of the history does not have this search yet.
  void context.queryClient.cancelQueries({ queryKey: historyKey });
  const id = context
    .api('POST /api/video/search/save', {
      body: { ...personOf(context), q, video_id: null, type: null, searchId: null },
    })
    .then(
      ({ search_id }) => search_id,
      () => undefined,
    );
  current = { q, profileId, id };
  void id.then(() => context.queryClient.invalidateQueries({ queryKey: historyKey }));
}

/** Notes that a find of the search was opened; of each search once. */
export function noteOpened(context: AppContext, found: { id: string; type: OpenedType }): void {
  const search = current;
  if (!search?.id) return;
  const { id, q } = search;
  search.id = null;
  const person = personOf(context);
  void id.then(async (searchId) => {
    if (!searchId) return;
    const body = { ...person, q, video_id: found.id, type: found.type, searchId };
    // `keepalive`: the request is sent while the page is being left.
    await context.api('POST /api/video/search/save', { body, keepalive: true }).catch(() => undefined);
  });
}

/** Notes a title that was opened from the suggestions, as if its whole name had been searched. */
export function noteSuggested(
  context: AppContext,
  name: string,
  found: { id: string; type: OpenedType },
): void {
  const body = { ...personOf(context), q: name, video_id: found.id, type: found.type, searchId: null };
  void context
    .api('POST /api/video/search/save', { body, keepalive: true })
    .then(() => context.queryClient.invalidateQueries({ queryKey: historyKey }))
    .catch(() => undefined);
}
