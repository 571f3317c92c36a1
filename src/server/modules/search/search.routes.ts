import type { FastifyRequest } from 'fastify';
import type { Locale } from '../../../contract/errors.ts';
import type { SearchAnswer, Suggestion, searchCalls } from '../../../contract/viewer/search.ts';
import type { Context } from '../../context.ts';
import { BatchInsert } from '../../db/batch-insert.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import { askerOf, type Handlers } from '../../http/bind.ts';
import type { Caller, Viewer } from '../../http/caller.ts';
import { ReportLimit } from '../../security/report-limit.ts';
import { queryFormsOf } from './forms.ts';
import { presentMessage } from './search.present.ts';
import * as repo from './search.repo.ts';
import { find } from './search.service.ts';
import type { searchQueries } from './search.tables.ts';
import * as queries from './search-queries.repo.ts';
import { searchSources } from './sources.service.ts';

const maxSuggestions = 8;
/** Rank of titles with found people: after the titles that were found by name. */
const castPlace = repo.ranks.typed[4] + 1;
const historyShown = 20;
const dayMs = 86_400_000;
/** Limit of stored searches per network and minute. It is high, because many viewers share a carrier's address. */
const savedSearches = new ReportLimit(120, 60_000);

/** Handlers of search. */
export function searchRoutes(context: Context): Handlers<typeof searchCalls> {
  const { db } = context;
  const searching = { ...context, db: context.searchDb };
  const saved = new BatchInsert<typeof searchQueries.$inferInsert>((rows) => queries.insertQueries(db, rows));

  /** Owner of the history in a call. Fails with `not_found` for a foreign user or profile. Undefined for a guest. */
  const personOf = (
    caller: Caller,
    named: { user_id?: string | null | undefined; profile_id?: string | null | undefined },
  ): queries.Person | undefined => {
    if (named.user_id && named.user_id !== caller.user?.id) fail('not_found');
    if (named.profile_id && named.profile_id !== caller.profile?.id) fail('not_found');
    return caller.profile && { householdId: caller.profile.householdId, profileId: caller.profile.id };
  };

  /** Runs searches within the limit of database work for the caller's network or household. */
  const within = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const asker = askerOf(request, 'search');
    return asker ? context.responseCache.budget.run(asker, work) : work();
  };

  const sources = context.registries.get(searchSources);
  const limitsOf = (size: 'page' | 'suggested'): repo.Limits =>
    Object.fromEntries(sources.map(({ kind, limits }) => [kind, limits[size]]));
  const [pageLimits, suggestedLimits] = [limitsOf('page'), limitsOf('suggested')];
  const searchOf = (viewer: Viewer): repo.Search => ({
    db: context.searchDb,
    sources,
    viewer,
    now: context.now(),
  });

  /** Cards of results, by kind and id. There is one query for each kind. */
  const cardsOf = async (viewer: Viewer, locale: Locale, finds: Pick<repo.Find, 'kind' | 'id'>[]) => {
    const request = { context: searching, viewer, locale };
    const cards = await Promise.all(
      sources.map((source) => {
        const ids = finds.filter(({ kind }) => kind === source.kind).map(({ id }) => id);
        return ids.length > 0 ? source.cards(request, ids) : new Map<string, never>();
      }),
    );
    return new Map(sources.map((source, index) => [source.kind, { source, cards: cards[index] }]));
  };

  return {
    'GET /api/video/search': {
      tag: 'search',
      kind: 'search',
      async build({ query, viewer, locale }) {
        const search = searchOf(viewer);
        const { finds, instead } = await find(search, query.q, pageLimits, 'done');
        const known = new Set(finds.filter(({ kind }) => kind === 'programme').map(({ id }) => id));
        const cast = (await repo.listProgrammesOf(search, namedPeople(finds), pageLimits.programme ?? 0))
          .filter((id) => !known.has(id))
          .map((id) => ({ kind: 'programme', id, place: castPlace }));
        const ranked = [...finds, ...cast].sort((a, b) => a.place - b.place);
        const kinds = await cardsOf(viewer, locale, ranked);
        const answer: SearchAnswer = { results: [], yt_results: [], people: [], channels: [], message: '' };
        let total = 0;
        for (const { kind, id } of ranked) {
          const { source, cards } = kinds.get(kind) ?? {};
          const card = cards?.get(id);
          if (!source || !card) continue;
          (answer[source.list] as object[]).push(card);
          total += 1;
        }
        return { ...answer, message: presentMessage(locale, query.q, instead, total) };
      },
      async personal(_request, profileId, answer) {
        const personal = await context.personalFacts.list(profileId);
        if (personal.size === 0) return answer;
        const ofProfile = <T extends { id: string }>(card: T): T => ({ ...card, ...personal.get(card.id) });
        return {
          ...answer,
          // An episode has its own progress.
          results: answer.results.map((card) => (card.type === 'e' ? card : ofProfile(card))),
          yt_results: answer.yt_results.map(ofProfile),
        };
      },
    },
    'GET /api/search/suggestions': ({ query, caller, locale, request }) =>
      within(request, async () => {
        const { finds } = await find(searchOf(caller.viewer), query.q, suggestedLimits, 'typing');
        const best = finds.slice(0, maxSuggestions);
        const kinds = await cardsOf(caller.viewer, locale, best);
        return {
          data: best.flatMap(({ kind, id }): Suggestion[] => {
            const { source, cards } = kinds.get(kind) ?? {};
            const card = cards?.get(id);
            return source && card ? [source.suggest(card, locale)] : [];
          }),
        };
      }),
    'POST /api/video/search/save': async ({ body, caller, request }) => {
      // Batches and limits span all requests. A preview must not be part of them.
      if (context.preview) return { search_id: body.searchId ?? newId() };
      savedSearches.consume(request.ip, context.now());
      const person = personOf(caller, body);
      const now = context.now();
      const opened = body.video_id && body.type ? { id: body.video_id, type: body.type } : undefined;
      if (body.searchId) {
        const since = new Date(now.getTime() - dayMs);
        if (opened && !(await queries.setOpened(db, body.searchId, person, opened, since))) fail('not_found');
        return { search_id: body.searchId };
      }
      const id = newId();
      await saved.add([
        {
          id,
          householdId: person?.householdId,
          profileId: person?.profileId,
          q: body.q,
          term: queryFormsOf(body.q).typed.whole,
          searchedAt: now,
          openedType: opened?.type,
          openedId: opened?.id,
        },
      ]);
      return { search_id: id };
    },
    'GET /api/video/search/history': async ({ query, caller }) => {
      const person = personOf(caller, query);
      if (!person) return { data: [] };
      const part = query.q ? queryFormsOf(query.q).typed.whole : '';
      const data = await queries.listHistory(
        { ...searchOf(caller.viewer), db },
        person.profileId,
        part,
        historyShown,
      );
      return { data };
    },
    'DELETE /api/video/search/history': async ({ query, caller }) => {
      const { profile } = caller;
      if (!profile) fail('not_found');
      const term = query.q === undefined ? undefined : queryFormsOf(query.q).typed.whole;
      await queries.forgetQueries(db, profile.id, term);
      return { data: { ok: true } };
    },
  };
}

/** People whose name, or a word of it, was typed. The search also shows their titles. */
function namedPeople(finds: repo.Find[]): string[] {
  const best = finds[0]?.rank ?? 0;
  return finds
    .filter(({ kind, rank }) => kind === 'person' && (rank <= repo.ranks.typed[3] || rank === best))
    .slice(0, 3)
    .map(({ id }) => id);
}
