/** Search sources: each kind of result is provided by the module that owns it, and registered with the module. */
import type { SQL } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { SearchAnswer, Suggestion } from '../../../contract/viewer/search.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import type { Viewer } from '../../http/caller.ts';
import { registryKey } from '../../registries.ts';
import type { Names } from './forms.ts';

/** One thing that can be found. */
export interface SearchDocument extends Names {
  id: string;
  /** Among equally good results the newer comes first. */
  listedAt: Date;
}

/** Which things of a source are wanted: certain ones, or all of them a page at a time, in the order of their ids. */
export type Wanted = { ids: string[] } | { after: string | null; limit: number };

/** The input for making a source's cards. */
interface CardRequest {
  context: Context;
  viewer: Viewer;
  locale: Locale;
}

/** The list of the response that contains a kind of results. */
type ResultList = 'results' | 'yt_results' | 'people' | 'channels';

/** A kind of results, provided by the module that owns them. */
export interface SearchSource<List extends ResultList = ResultList> {
  kind: string;
  /** The list that contains its cards in the response. */
  list: List;
  /** How many results a page shows, and how many the search box suggests. */
  limits: { page: number; suggested: number };
  /** By how many ranks (`search.repo.ts`) its results come after equally good ones. */
  behind: number;
  /** Its results never count as enough: other kinds are still searched by sound, however many there are. */
  aside?: true;
  /** The documents of its things, regardless of who may see them. */
  documents(db: Queryable, wanted: Wanted): Promise<SearchDocument[]>;
  /** A subquery with a row when this viewer may see the thing now; `d.target_id` is its id. */
  visible(viewer: Viewer, now: Date): SQL;
  /** The results as cards of the response, by id; those that this viewer may not see are absent. */
  cards(request: CardRequest, ids: string[]): Promise<Map<string, SearchAnswer[List][number]>>;
  /** A card as one line under the search box. */
  suggest(card: SearchAnswer[List][number], locale: Locale): Suggestion;
}

/** A source in the form of the registry, which calls its functions only with its own cards. */
export const searchSource = <List extends ResultList>(source: SearchSource<List>): SearchSource =>
  source as unknown as SearchSource;

/** The sources that all modules register. */
export const searchSources = registryKey<readonly SearchSource[]>('search sources', () => []);
