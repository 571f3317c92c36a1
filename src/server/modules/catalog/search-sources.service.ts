/** What the catalogue offers to be found: programmes, episodes and people. */
import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../../db/client.ts';
import type { SearchDocument, SearchSource, Wanted } from '../search/documents.service.ts';
import { maySeeEpisode, maySeeProgramme } from './entitlement.ts';

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

/** Series and movies, by their titles. */
export const programmeSource: SearchSource = {
  kind: 'programme',
  behind: 0,
  async list(db, wanted) {
    const rows = await queryRows<NameRow>(
      db,
      sql`select id, title_ko as ko, title_en as en, listed_at from catalog_programmes ${wantedRows(wanted)}`,
    );
    return rows.map(documentOf);
  },
  visible: (viewer, now) => sql`
    select from catalog_programmes where catalog_programmes.id = d.target_id and ${maySeeProgramme(viewer, now)}`,
};

/** "제3화", "3회", "Episode 3": a title that only counts finds nothing anybody meant. */
const onlyCounts = /^(제?\s*\d+\s*[화회부편]|(ep|episode|part)\.?\s*\d+)$/i;
const telling = (title: string) => (onlyCounts.test(title.trim()) ? '' : title);

/** Episodes, by their titles. */
export const episodeSource: SearchSource = {
  kind: 'episode',
  // There are ten times as many of them: a title that begins as typed is meant before an episode named just so.
  behind: 15,
  async list(db, wanted) {
    const rows = await queryRows<NameRow>(
      db,
      sql`select id, title_ko as ko, title_en as en, coalesce(available_from, created_at) as listed_at
        from catalog_episodes ${wantedRows(wanted)}`,
    );
    return rows.map((row) => documentOf({ ...row, ko: telling(row.ko), en: telling(row.en) }));
  },
  visible: (viewer, now) => sql`
    select from catalog_episodes join catalog_programmes on catalog_programmes.id = catalog_episodes.programme_id
    where catalog_episodes.id = d.target_id and ${maySeeEpisode(now)} and ${maySeeProgramme(viewer, now)}`,
};

/** People, by their names; one of whom this viewer may see nothing is not found. */
export const personSource: SearchSource = {
  kind: 'person',
  behind: 0,
  async list(db, wanted) {
    const rows = await queryRows<NameRow>(
      db,
      sql`select id, name_ko as ko, name_en as en, created_at as listed_at from catalog_people ${wantedRows(wanted)}`,
    );
    return rows.map((row) => ({ ...documentOf(row), person: true }));
  },
  visible: (viewer, now) => sql`
    select from catalog_credits join catalog_programmes on catalog_programmes.id = catalog_credits.programme_id
    where catalog_credits.person_id = d.target_id and ${maySeeProgramme(viewer, now)} limit 1`,
};
