import type { FastifyRequest } from 'fastify';
import type { SearchResult, searchCalls } from '../../../contract/viewer/search.ts';
import type { Context } from '../../context.ts';
import { BatchInsert } from '../../db/batch-insert.ts';
import { newId } from '../../db/columns.ts';
import { AddressAttempts } from '../../http/attempts.ts';
import { askerOf, type Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import { cardsById, episodeCardsById, peopleById } from '../catalog/catalog.service.ts';
import { channelCardsById } from '../live/live.service.ts';
import { clipsById } from '../partner-video/partner-video.service.ts';
import { listPersonal } from '../viewing/viewing.service.ts';
import { queryFormsOf } from './forms.ts';
import {
  presentMessage,
  suggestChannel,
  suggestClip,
  suggestEpisode,
  suggestPerson,
  suggestProgramme,
} from './search.present.ts';
import * as repo from './search.repo.ts';
import { find } from './search.service.ts';
import type { searchQueries } from './search.tables.ts';
import * as queries from './search-queries.repo.ts';

/** How much a page of results shows of each kind, and how much the box suggests. */
const pageLimits = { programme: 60, episode: 24, person: 12, channel: 12, clip: 24 };
const suggestedLimits = { programme: 6, episode: 3, person: 3, channel: 3, clip: 3 };
const mostSuggestions = 8;
/** Titles with the people who were found come after those found by name. */
const castPlace = repo.ranks.typed[4] + 1;
const historyShown = 20;
const dayMs = 86_400_000;
/** Searches that one network saves within a minute: a carrier's address stands for many people. */
const savedSearches = new AddressAttempts(120, 60_000, 'too_many_tries');

/** Handlers of search. */
export function searchRoutes(context: Context): Handlers<typeof searchCalls> {
  const { db } = context;
  const searching = { ...context, db: context.searchDb };
  const saved = new BatchInsert<typeof searchQueries.$inferInsert>((rows) => queries.insertQueries(db, rows));

  /** The person whose history a call means. Somebody else's user or profile is not found; a guest is nobody. */
  const personOf = (
    caller: Caller,
    named: { user_id?: string | null | undefined; profile_id?: string | null | undefined },
  ): queries.Person | undefined => {
    if (named.user_id && named.user_id !== caller.user?.id) fail('not_found');
    if (named.profile_id && named.profile_id !== caller.profile?.id) fail('not_found');
    return caller.profile && { householdId: caller.profile.householdId, profileId: caller.profile.id };
  };

  /** Searches within what the caller's network or household may have the database do. */
  const within = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const asker = askerOf(request, 'search');
    return asker ? context.kept.budget.run(asker, work) : work();
  };

  return {
    'GET /api/video/search': ({ query, caller, locale, request }) =>
      within(request, async () => {
        const { viewer } = caller;
        const { finds, instead } = await find(searching, viewer, query.q, pageLimits, 'done');
        const idsOf = (kind: string) => finds.filter((own) => own.kind === kind).map((own) => own.id);
        const known = new Set(idsOf('programme'));
        const cast = (
          await repo.listProgrammesOf(
            searching.db,
            viewer,
            context.now(),
            namedPeople(finds),
            pageLimits.programme,
          )
        ).filter((id) => !known.has(id));
        const [cards, episodes, people, channelsById, clips, personal] = await Promise.all([
          cardsById(searching, viewer, locale, [...known, ...cast]),
          episodeCardsById(searching, viewer, locale, idsOf('episode')),
          peopleById(searching, locale, idsOf('person')),
          channelCardsById(searching, viewer, locale, idsOf('channel')),
          clipsById(searching, viewer, locale, idsOf('clip')),
          caller.profile ? listPersonal(context.pool, caller.profile.id) : undefined,
        ]);
        const ranked = [...finds, ...cast.map((id) => ({ kind: 'programme', id, place: castPlace }))].sort(
          (a, b) => a.place - b.place,
        );
        const results = ranked.flatMap(({ kind, id }): SearchResult[] => {
          const card =
            kind === 'programme' ? cards.get(id) : kind === 'episode' ? episodes.get(id) : undefined;
          if (!card) return [];
          return [card.type === 'e' ? card : { ...card, ...personal?.get(id) }];
        });
        const yt_results = idsOf('clip').flatMap((id) => {
          const clip = clips.get(id);
          return clip ? [{ ...clip, ...personal?.get(id) }] : [];
        });
        const found = idsOf('person').flatMap((id) => people.get(id) ?? []);
        const channels = idsOf('channel').flatMap((id) => channelsById.get(id) ?? []);
        const total = results.length + yt_results.length + found.length + channels.length;
        return {
          results,
          yt_results,
          people: found,
          channels,
          message: presentMessage(locale, query.q, instead, total),
        };
      }),
    'GET /api/search/suggestions': ({ query, caller, locale, request }) =>
      within(request, async () => {
        const { viewer } = caller;
        const { finds } = await find(searching, viewer, query.q, suggestedLimits, 'typing');
        const best = finds.slice(0, mostSuggestions);
        const idsOf = (kind: string) => best.filter((own) => own.kind === kind).map((own) => own.id);
        const [cards, episodes, people, channels, clips] = await Promise.all([
          cardsById(searching, viewer, locale, idsOf('programme')),
          episodeCardsById(searching, viewer, locale, idsOf('episode')),
          peopleById(searching, locale, idsOf('person')),
          channelCardsById(searching, viewer, locale, idsOf('channel')),
          clipsById(searching, viewer, locale, idsOf('clip')),
        ]);
        return {
          data: best.flatMap(({ kind, id }) => {
            const card = cards.get(id);
            if (kind === 'programme' && card) return [suggestProgramme(card, locale)];
            const episode = episodes.get(id);
            if (kind === 'episode' && episode) return [suggestEpisode(episode, locale)];
            const channel = channels.get(id);
            if (kind === 'channel' && channel) return [suggestChannel(channel, locale)];
            const clip = clips.get(id);
            if (kind === 'clip' && clip) return [suggestClip(clip, locale)];
            const person = people.get(id);
            return kind === 'person' && person ? [suggestPerson(person)] : [];
          }),
        };
      }),
    'POST /api/video/search/save': async ({ body, caller, request }) => {
      savedSearches.begin(request.ip, context.now());
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
        db,
        caller.viewer,
        context.now(),
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

/** People whose name, or a word of it, is what was typed: their titles are wanted too. */
function namedPeople(finds: repo.Find[]): string[] {
  const best = finds[0]?.rank ?? 0;
  return finds
    .filter(({ kind, rank }) => kind === 'person' && (rank <= repo.ranks.typed[3] || rank === best))
    .slice(0, 3)
    .map(({ id }) => id);
}
