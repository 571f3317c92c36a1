/** Maintains the search documents: modules provide documents of their things, and report when one has changed. */

import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { announceChange } from '../../cache/changes.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { enqueue } from '../../jobs/queue.ts';
import { formsOf, formsVersion } from './forms.ts';
import type { SearchDocument, SearchSource } from './sources.service.ts';
import { minCorrectedLength, shortened } from './spelling.ts';

/** Documents that are made at once. */
const perPage = 500;

export const moveDocumentsJobName = 'search_move_documents';

export interface MoveDocumentsPayload {
  kind: string;
  ids: string[];
}

/**
 * Updates the documents of these things, in the transaction that changed them. The document of a deleted thing is deleted. Of more
 * than a page, documents with only a new date are left to jobs: the date only decides between equal results. Each written row is
 * also written to seven GIN indexes.
 */
export async function indexDocuments(tx: Queryable, source: SearchSource, ids: string[]): Promise<void> {
  const areMany = ids.length > perPage;
  for (let at = 0; at < ids.length; at += perPage) {
    const some = ids.slice(at, at + perPage);
    const found = await source.documents(tx, { ids: some });
    await saveDocuments(tx, source.kind, found, areMany);
    const there = new Set(found.map(({ id }) => id));
    await forgetDocuments(
      tx,
      source.kind,
      some.filter((id) => !there.has(id)),
    );
  }
}

async function forgetDocuments(tx: Queryable, kind: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    sql`delete from search_documents where kind = ${kind} and target_id = any(${sql.param(ids)}::uuid[])`,
  );
}

/**
 * Writes documents and their words; unchanged rows are not written. A thing without a name has no document. `moveLater`: a job writes
 * those of which the date alone has changed.
 */
async function saveDocuments(
  tx: Queryable,
  kind: string,
  all: SearchDocument[],
  moveLater = false,
): Promise<void> {
  const isNamed = ({ ko, en }: SearchDocument) => [...ko, ...en].some((name) => name !== '');
  const documents = all.filter(isNamed);
  await forgetDocuments(
    tx,
    kind,
    all.filter((document) => !isNamed(document)).map(({ id }) => id),
  );
  const { made, moved } = await changesOf(tx, kind, documents);
  await lockDocuments(tx, kind, moveLater ? made : [...made, ...moved]);
  if (moveLater) await enqueueMove(tx, kind, moved);
  else await moveDocuments(tx, kind, moved);
  if (made.length === 0) return;
  // Sorted, so that two simultaneous writers lock rows in the same order and cannot deadlock.
  const rows = made
    .map((document) => ({ ...document, ...formsOf(document), madeOf: digestOf(document) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick));
  await tx.execute(sql`
    insert into search_documents (kind, target_id, names, whole_names, initials, roman, listed_at, forms_version, made_of)
    select ${kind}, id, names, string_to_array(whole_names, ' '), initials, roman, listed_at, ${formsVersion}, made_of
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ names }) => names)}::text[],
      ${column(({ wholeNames }) => wholeNames.join(' '))}::text[],
      ${column(({ initials }) => initials)}::text[], ${column(({ roman }) => roman)}::text[],
      ${column(({ listedAt }) => listedAt.toISOString())}::timestamptz[], ${column(({ madeOf }) => madeOf)}::text[])
      as given(id, names, whole_names, initials, roman, listed_at, made_of)
    on conflict (kind, target_id) do update set names = excluded.names,
      whole_names = excluded.whole_names, initials = excluded.initials,
      roman = excluded.roman, listed_at = excluded.listed_at, forms_version = excluded.forms_version, made_of = excluded.made_of
    where (search_documents.names, search_documents.initials, search_documents.roman, search_documents.listed_at,
      search_documents.forms_version, search_documents.made_of) is distinct from
      (excluded.names, excluded.initials, excluded.roman, excluded.listed_at, excluded.forms_version, excluded.made_of)`);
  await saveWords(
    tx,
    rows.flatMap(({ names }) => latinWords(names)),
  );
}

const digestOf = ({ ko, en }: SearchDocument): string =>
  createHash('sha256')
    .update(JSON.stringify([ko, en]))
    .digest('base64url');

/**
 * The changes of some documents: `made` are new, or have other names; `moved` have only another date. Making forms is most of the work,
 * and most changes of a thing leave its names.
 */
async function changesOf(
  tx: Queryable,
  kind: string,
  documents: readonly SearchDocument[],
): Promise<{ made: SearchDocument[]; moved: SearchDocument[] }> {
  if (documents.length === 0) return { made: [], moved: [] };
  const rows = await queryRows<{ id: string; madeOf: string; listedAt: Date }>(
    tx,
    sql`select target_id as id, made_of as "madeOf", listed_at as "listedAt" from search_documents
      where kind = ${kind} and forms_version = ${formsVersion} and target_id = any(${sql.param(documents.map(({ id }) => id))}::uuid[])`,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const isSame = (document: SearchDocument) => known.get(document.id)?.madeOf === digestOf(document);
  const made = documents.filter((document) => !isSame(document));
  const moved = documents.filter(
    (document) =>
      isSame(document) && known.get(document.id)?.listedAt.getTime() !== document.listedAt.getTime(),
  );
  return { made, moved };
}

/** Locks the rows in the order of their ids, so that two writers cannot deadlock. */
async function lockDocuments(tx: Queryable, kind: string, documents: readonly SearchDocument[]) {
  if (documents.length === 0) return;
  await tx.execute(sql`select from search_documents
    where kind = ${kind} and target_id = any(${sql.param(documents.map(({ id }) => id))}::uuid[])
    order by target_id for update`);
}

async function enqueueMove(tx: Queryable, kind: string, moved: readonly SearchDocument[]): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await enqueue<MoveDocumentsPayload>(tx, { name: moveDocumentsJobName }, { kind, ids });
}

async function moveDocuments(tx: Queryable, kind: string, moved: readonly SearchDocument[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.execute(sql`
    update search_documents d set listed_at = given.listed_at
    from unnest(${sql.param(moved.map(({ id }) => id))}::uuid[],
      ${sql.param(moved.map(({ listedAt }) => listedAt.toISOString()))}::timestamptz[]) as given(id, listed_at)
    where d.kind = ${kind} and d.target_id = given.id`);
}

const latinWords = (names: string) =>
  (names.split('=')[0] ?? '')
    .split(' ')
    .filter((word) => word.length >= minCorrectedLength && /^[a-z]+$/.test(word));

async function saveWords(tx: Queryable, words: string[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (counts.size === 0) return;
  // A word's variants as one text: an array of arrays has to be rectangular.
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.execute(sql`
    insert into search_words (word, used, shortened)
    select word, used, string_to_array(shortened, ' ')
    from unnest(${sql.param(rows.map(([word]) => word))}::text[], ${sql.param(rows.map(([, used]) => used))}::int[],
      ${sql.param(rows.map(([word]) => shortened(word).join(' ')))}::text[]) as given(word, used, shortened)
    on conflict (word) do nothing`);
}

/**
 * Makes every document again, page by page, each page in its own transaction so that other changes do not have to wait. Then it
 * deletes documents whose thing was deleted, and recounts how much each programme is watched.
 */
export async function rebuildDocuments(
  db: Queryable,
  sources: readonly SearchSource[],
  signal?: AbortSignal,
): Promise<{ documents: number }> {
  let documents = 0;
  for (const source of sources) {
    for (let after: string | null = null; ; ) {
      signal?.throwIfAborted();
      const from: string | null = after;
      const last: string | undefined = await db.transaction(async (tx) => {
        const page = await source.documents(tx, { after: from, limit: perPage });
        await saveDocuments(tx, source.kind, page);
        const end = page.at(-1)?.id;
        // Things between two pages were not listed; a query by id tells which of them were really deleted.
        const stray = await queryRows<{ target_id: string }>(
          tx,
          sql`select target_id from search_documents where kind = ${source.kind}
            and (${from}::uuid is null or target_id > ${from})
            and (${page.length < perPage} or target_id <= ${end ?? null}::uuid)
            and target_id <> all(${sql.param(page.map(({ id }) => id))}::uuid[])`,
        );
        await indexDocuments(
          tx,
          source,
          stray.map((row) => row.target_id),
        );
        documents += page.length;
        return page.length < perPage ? undefined : end;
      });
      if (last === undefined) break;
      after = last;
    }
  }
  await db.execute(sql`
    delete from search_documents
    where kind <> all(${sql.param(sources.map(({ kind }) => kind))}::text[])`);
  await countPopularity(db);
  await announceChange(db, 'search');
  return { documents };
}

/**
 * How often each programme was started within a month, as a base-2 logarithm rounded down: small changes must not rewrite every
 * row.
 */
async function countPopularity(db: Queryable): Promise<void> {
  await db.execute(sql`
    with watched as (
      select programme_id, count(*) as viewers from viewing_progress
      where updated_at > now() - interval '30 days' group by programme_id),
    counted as (
      select d.kind, d.target_id, coalesce(floor(log(2, w.viewers + 1)), 0)::smallint as popularity
      from search_documents d left join watched w on w.programme_id = d.target_id where d.kind = 'programme')
    update search_documents d set popularity = counted.popularity from counted
    where d.kind = counted.kind and d.target_id = counted.target_id and d.popularity <> counted.popularity`);
}

/** Whether documents are missing or were made with other forms, so that all have to be made again. */
export async function needsRebuild(db: Queryable): Promise<boolean> {
  const [found] = await queryRows<{ needed: boolean }>(
    db,
    sql`select exists (select from search_documents where forms_version <> ${formsVersion})
      or not exists (select from search_documents) as needed`,
  );
  return found?.needed ?? true;
}
