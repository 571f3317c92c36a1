/** What the catalogue offers to be found: programmes, episodes and people. */

import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { FoundPerson, Suggestion } from '../../../contract/viewer/search.ts';
import type { Card, EpisodeCard } from '../../../contract/wire.ts';
import { queryRows } from '../../db/client.ts';
import { isEpisodeOpen, isOpen, maySee } from '../entitlement/entitlement.ts';
import { type SearchDocument, searchSource, type Wanted } from '../search/sources.service.ts';
import { cardsById, episodeCardsById, peopleById } from './catalog.service.ts';
import { episodes, people, programmes } from './catalog.tables.ts';

interface NameRow {
  id: string;
  ko: string;
  en: string;
  listed_at: Date;
}

const wantedRows = (wanted: Wanted): SQL =>
  'ids' in wanted
    ? sql`where id = any(${sql.param(wanted.ids)}::uuid[])`
    : sql`${wanted.after === null ? sql`` : sql`where id > ${wanted.after}`} order by id limit ${wanted.limit}`;

const documentOf = ({ id, ko, en, listed_at }: NameRow): SearchDocument => ({
  id,
  ko: [ko],
  en: [en],
  listedAt: listed_at,
});

const kinds = {
  s: { ko: '시리즈', en: 'Series' },
  m: { ko: '영화', en: 'Movie' },
} as const;

/** A programme as a suggestion. */
function suggestProgramme(card: Card, locale: Locale): Suggestion {
  const kind = kinds[card.type === 's' ? 's' : 'm'][locale];
  return {
    type: card.type,
    id: card.id,
    slug: card.slug,
    program_id: card.program_id,
    name: card.title,
    note: [kind, card.release_date].filter(Boolean).join(' · '),
    image: card.preview_image_thumbs ?? null,
  };
}

/** An episode as a suggestion: its own name, and its series as the note. */
function suggestEpisode(card: EpisodeCard, locale: Locale): Suggestion {
  const { episode_number: number } = card;
  return {
    type: 'e',
    id: card.id,
    slug: card.slug,
    program_id: card.program_id,
    name: card.episode_name,
    note: `${card.title} · ${locale === 'ko' ? `${number}화` : `Episode ${number}`}`,
    image: card.preview_image_thumbs,
  };
}

/** A person as a suggestion. */
function suggestPerson(person: FoundPerson): Suggestion {
  return {
    type: 'c',
    id: person.id,
    slug: person.slug,
    program_id: '',
    name: person.name,
    note: person.profession,
    image: person.image,
  };
}

/** Series and movies, by their titles. */
export const programmeSource = searchSource<'results'>({
  kind: 'programme',
  list: 'results',
  limits: { page: 60, suggested: 6 },
  behind: 0,
  async documents(db, wanted) {
    const rows = await queryRows<NameRow>(
      db,
      sql`select id, title_ko as ko, title_en as en, listed_at from catalog_programmes ${wantedRows(wanted)}`,
    );
    return rows.map(documentOf);
  },
  visible: (viewer, now) => sql`
    select from catalog_programmes where catalog_programmes.id = d.target_id and ${maySee(programmes, viewer, now)}`,
  cards: ({ context, viewer, locale }, ids) => cardsById(context, viewer, locale, ids),
  suggest: (card, locale) => suggestProgramme(card as Card, locale),
});

/** "제3화", "3회", "Episode 3": a title that only counts finds nothing anybody meant. */
const onlyCounts = /^(제?\s*\d+\s*[화회부편]|(ep|episode|part)\.?\s*\d+)$/i;
const telling = (title: string) => (onlyCounts.test(title.trim()) ? '' : title);

/** Episodes, by their titles. */
export const episodeSource = searchSource<'results'>({
  kind: 'episode',
  list: 'results',
  limits: { page: 24, suggested: 3 },
  // There are ten times as many of them: a title that begins as typed is meant before an episode named just so.
  behind: 15,
  async documents(db, wanted) {
    const rows = await queryRows<NameRow>(
      db,
      sql`select id, title_ko as ko, title_en as en, coalesce(available_from, created_at) as listed_at
        from catalog_episodes ${wantedRows(wanted)}`,
    );
    return rows.map((row) => documentOf({ ...row, ko: telling(row.ko), en: telling(row.en) }));
  },
  visible: (viewer, now) => sql`
    select from catalog_episodes join catalog_programmes on catalog_programmes.id = catalog_episodes.programme_id
    where catalog_episodes.id = d.target_id and ${isEpisodeOpen(episodes, now)} and ${maySee(programmes, viewer, now)}`,
  cards: ({ context, viewer, locale }, ids) => episodeCardsById(context, viewer, locale, ids),
  suggest: (card, locale) => suggestEpisode(card as EpisodeCard, locale),
});

/** People, by their names; one of whom this viewer may see nothing is not found. */
export const personSource = searchSource<'people'>({
  kind: 'person',
  list: 'people',
  limits: { page: 12, suggested: 3 },
  behind: 0,
  async documents(db, wanted) {
    const rows = await queryRows<NameRow>(
      db,
      sql`select id, name_ko as ko, name_en as en, created_at as listed_at from catalog_people ${wantedRows(wanted)}`,
    );
    return rows.map((row) => ({ ...documentOf(row), person: true }));
  },
  visible: (viewer, now) => sql`
    select from catalog_credits join catalog_programmes on catalog_programmes.id = catalog_credits.programme_id
    join catalog_people on catalog_people.id = catalog_credits.person_id
    where catalog_credits.person_id = d.target_id and ${isOpen(people, now)} and ${maySee(programmes, viewer, now)} limit 1`,
  cards: ({ context, locale }, ids) => peopleById(context, locale, ids),
  suggest: suggestPerson,
});
