/** What can be found: each kind is offered by the module that has it, and registered with the module. */
import type { SQL } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { SearchAnswer, Suggestion } from '../../../contract/viewer/search.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import type { Viewer } from '../../http/caller.ts';
import type { Names } from './forms.ts';

/** One thing that can be found. */
export interface SearchDocument extends Names {
  id: string;
  /** Among equally good finds the newer comes first. */
  listedAt: Date;
}

/** What of a source is wanted: certain things, or all of them a page at a time, in the order of their ids. */
export type Wanted = { ids: string[] } | { after: string | null; limit: number };

/** What a source's cards are made with. */
interface CardRequest {
  context: Context;
  viewer: Viewer;
  locale: Locale;
}

/** A list of the answer of a search, in which a kind of finds stands. */
type ResultList = 'results' | 'yt_results' | 'people' | 'channels';

/** A kind of things that can be found, offered by the module that has them. */
export interface SearchSource<List extends ResultList = ResultList> {
  kind: string;
  /** Where its cards stand in the answer. */
  list: List;
  /** How many a page of results shows, and how many the box suggests. */
  limits: { page: number; suggested: number };
  /** How many ranks (`search.repo.ts`) its finds stand back behind others as good. */
  behind: number;
  /** Its finds, however many, are never enough: what only sounds like the query is looked for among the others all the same. */
  aside?: true;
  /** Documents of the things there are, whoever may see them. */
  documents(db: Queryable, wanted: Wanted): Promise<SearchDocument[]>;
  /** A subquery with a row when this viewer may see the thing now; `d.target_id` is its id. */
  visible(viewer: Viewer, now: Date): SQL;
  /** The finds as the answer has them, by id; one that this viewer may not see is not there. */
  cards(request: CardRequest, ids: string[]): Promise<Map<string, SearchAnswer[List][number]>>;
  /** A card as one line under the search box. */
  suggest(card: SearchAnswer[List][number], locale: Locale): Suggestion;
}

/** A source as the registry holds it; its functions are asked with its own cards alone. */
export const searchSource = <List extends ResultList>(source: SearchSource<List>): SearchSource =>
  source as unknown as SearchSource;
