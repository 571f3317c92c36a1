import { isDeepStrictEqual } from 'node:util';
import { asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { programmes as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/client.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { failField } from '../../../errors.ts';
import { groupBy } from '../../../group-by.ts';
import type { Changes } from '../../../resource/model.ts';
import { resource } from '../../../resource/resource.ts';
import { checkRegions } from '../../entitlement/regions.service.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { banners } from '../../home/home.tables.ts';
import { picturesOf } from '../artworks.service.ts';
import {
  categories,
  credits,
  customRowItems,
  customRows,
  programmeGenres,
  programmes,
  seasons,
} from '../catalog.tables.ts';
import {
  categoryColumns,
  contentPartnerColumn,
  maturityColumn,
  pictureColumn,
  premiumColumn,
  publicationColumns,
  regionsColumn,
  slugColumn,
  synopsisColumns,
  titleColumns,
  videoColumn,
} from '../import-columns.service.ts';
import { lacksOfProgrammes, programmesLacking } from '../lacks.repo.ts';
import { lackList, lacksOfSynopsis } from '../lacks.service.ts';
import { refreshSeries } from '../series.service.ts';

export const programmeResource = (context: Context) =>
  resource(context, shape, programmes, {
    tag: 'catalog',
    unique: { catalog_programmes_slug: 'slug' },
    search: [programmes.titleKo, programmes.titleEn],
    // A sub-category's programmes are its own and its category's.
    where: {
      category_id: (id) => or(eq(programmes.categoryId, id), eq(programmes.subCategoryId, id)),
      lacks: programmesLacking,
    },
    lists: {
      genre_ids: { owner: programmeGenres.programmeId, named: programmeGenres.genreId },
      credits: { owner: credits.programmeId, named: credits.personId },
    },
    scope: (partner) => eq(programmes.contentPartnerId, partner),
    imports: {
      key: ['slug'],
      columns: [
        slugColumn('my-series'),
        {
          name: 'kind',
          ko: '종류',
          en: 'Type',
          example: 'series',
          words: { series: ['시리즈', 'Series'], movie: ['영화', 'Movie'] },
        },
        ...titleColumns,
        ...synopsisColumns,
        ...categoryColumns('categories', 'drama'),
        {
          name: 'genres',
          ko: '장르',
          en: 'Genres',
          example: 'thriller, romance',
          field: 'genre_ids',
          refers: { resource: 'genres', by: ['slug', 'name_ko', 'name_en'] },
        },
        {
          name: 'credits',
          ko: '출연·제작진',
          en: 'Cast & crew',
          example: 'gong-yoo | 김신 | Kim Shin; lee-eung-bok | 감독 | Director',
          refers: { resource: 'people', by: ['slug', 'name_ko', 'name_en'] },
          entries: { id: 'person_id', texts: ['role_ko', 'role_en'] },
        },
        maturityColumn,
        {
          name: 'status',
          ko: '방영 상태',
          en: 'Status',
          example: 'upcoming',
          words: { upcoming: ['방영 중', 'Ongoing'], completed: ['완결', 'Completed'] },
        },
        { name: 'release_year', ko: '제작 연도', en: 'Release year', example: '2026' },
        { name: 'episodes_planned', ko: '전체 화수', en: 'Episodes planned', example: '16' },
        contentPartnerColumn,
        premiumColumn,
        regionsColumn(context.config.servedCountries),
        videoColumn,
        pictureColumn('portrait'),
        pictureColumn('landscape'),
        pictureColumn('banner'),
        ...publicationColumns,
      ],
    },
    label: 'titleKo',
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      // One after the other: a transaction answers one question at a time.
      const picture = await picturesOf(
        db,
        rows.flatMap((row) => [row.portraitId, row.landscapeId, row.bannerId]),
      );
      const ownGenres = await db
        .select()
        .from(programmeGenres)
        .where(inArray(programmeGenres.programmeId, ids))
        .orderBy(asc(programmeGenres.position));
      const ownCredits = await db
        .select()
        .from(credits)
        .where(inArray(credits.programmeId, ids))
        .orderBy(asc(credits.position));
      const lacking = await lacksOfProgrammes(db, ids);
      const genresOf = groupBy(ownGenres, ({ programmeId }) => programmeId);
      const creditsOf = groupBy(ownCredits, ({ programmeId }) => programmeId);
      return rows.map((row) => ({
        genre_ids: (genresOf.get(row.id) ?? []).map(({ genreId }) => genreId),
        credits: (creditsOf.get(row.id) ?? []).map(creditOf),
        portrait: picture(row.portraitId),
        landscape: picture(row.landscapeId),
        banner: picture(row.bannerId),
        lacks: lackList({
          ...lacksOfSynopsis(row.synopsisKo, row.synopsisEn),
          artwork: !row.portraitId || !row.landscapeId || !row.bannerId,
          captions: lacking.get(row.id)?.captions ?? false,
          video: lacking.get(row.id)?.video ?? true,
        }),
      }));
    },
    values: async (values, { tx, before, once, coming }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      checkRegions(context, values.regions);
      if (after.assetId && after.kind === 'series') failField('asset_id', 'movie_only');
      if (before?.kind === 'series' && after.kind === 'movie') {
        const [own] = await tx
          .select({ total: count() })
          .from(seasons)
          .where(eq(seasons.programmeId, before.id));
        if ((own?.total ?? 0) > 0) failField('kind', 'series_has_seasons');
      }
      const { subCategoryId } = after;
      if (subCategoryId && (values.subCategoryId !== undefined || values.categoryId !== undefined)) {
        // A share lock: what moves the category meanwhile waits, and then moves this programme as well.
        const [sub] = await once(subCategoryId, () =>
          tx.select().from(categories).where(eq(categories.id, subCategoryId)).for('share'),
        );
        // A later step of the same change may move it: undoing a move takes its programmes first.
        const parents = [sub?.parentId, coming(subCategoryId)?.parent_id];
        if (!parents.includes(after.categoryId)) failField('sub_category_id', 'sub_category_of_other');
      }
      return values;
    },
    saveRest: async (saved, { tx }) => {
      const entered = [
        await saveGenres(
          tx,
          saved.flatMap(({ row, input }) => (input.genre_ids ? [[row.id, input.genre_ids] as const] : [])),
        ),
        await saveCredits(
          tx,
          saved.flatMap(({ row, input }) => (input.credits ? [[row.id, input.credits] as const] : [])),
        ),
      ];
      return saved.map(({ row }) => Object.assign({}, ...entered.map((changes) => changes.get(row.id))));
    },
    goesWith: async (ids, { tx }) => {
      const own = await tx.select({ id: seasons.id }).from(seasons).where(inArray(seasons.programmeId, ids));
      const slides = await tx
        .select({ id: banners.id })
        .from(banners)
        .where(inArray(banners.programmeId, ids));
      // The rows that have one of them: their lists are written whole. Whoever deletes another title of one is waited for.
      const holding = await tx
        .select({ id: customRows.id })
        .from(customRows)
        .where(
          inArray(
            customRows.id,
            tx
              .select({ id: customRowItems.customRowId })
              .from(customRowItems)
              .where(inArray(customRowItems.programmeId, ids)),
          ),
        )
        .orderBy(customRows.id)
        .for('no key update');
      const items = await tx
        .select()
        .from(customRowItems)
        .where(
          inArray(
            customRowItems.customRowId,
            holding.map(({ id }) => id),
          ),
        )
        .orderBy(asc(customRowItems.position), asc(customRowItems.programmeId));
      const rows = new Map<string, string[]>();
      for (const { customRowId, programmeId } of items) {
        const left = rows.get(customRowId) ?? [];
        rows.set(customRowId, ids.includes(programmeId) ? left : [...left, programmeId]);
      }
      return [
        ...slides.map(({ id }) => ({ entity: 'home-banners', id, action: 'delete' as const })),
        ...[...rows].map(([id, left]) => ({
          entity: 'custom-rows',
          id,
          action: 'update' as const,
          input: { programme_ids: left },
        })),
        ...own.map(({ id }) => ({ entity: 'seasons', id, action: 'delete' as const })),
      ];
    },
    afterChange: async (rows, { tx }) =>
      refreshSeries(
        tx,
        rows.map(({ id }) => id),
      ),
  });

type Entered<T> = readonly (readonly [programmeId: string, values: T[]])[];
type Credit = z.output<typeof shape.create>['credits'][number];

const creditOf = ({ personId, roleKo, roleEn }: typeof credits.$inferSelect): Credit => ({
  person_id: personId,
  role_ko: roleKo,
  role_en: roleEn,
});

/** Writes the genres of programmes, in their order, where they differ; what is changed, by programme. */
async function saveGenres(tx: Transaction, entered: Entered<string>): Promise<Map<string, Changes>> {
  if (entered.length === 0) return new Map();
  const all = isOneOf(
    programmeGenres.programmeId,
    entered.map(([id]) => id),
  );
  const old = await tx.select().from(programmeGenres).where(all).orderBy(asc(programmeGenres.position));
  const kept = groupBy(old, ({ programmeId }) => programmeId);
  const changed = entered.flatMap(([id, values]) => {
    const before = (kept.get(id) ?? []).map(({ genreId }) => genreId);
    const wanted = [...new Set(values)];
    return isDeepStrictEqual(before, wanted) ? [] : [{ id, before, wanted }];
  });
  // What stands where it stood is not written again: of very many, one more each would cost as much as all of them.
  const isKept = (before: string[], wanted: string[]) => before.every((own, at) => own === wanted[at]);
  await tx.delete(programmeGenres).where(
    isOneOf(
      programmeGenres.programmeId,
      changed.filter(({ before, wanted }) => !isKept(before, wanted)).map(({ id }) => id),
    ),
  );
  const rows = changed.flatMap(({ id, before, wanted }) =>
    wanted
      .map((genre_id, position) => ({ programme_id: id, genre_id, position }))
      .slice(isKept(before, wanted) ? before.length : 0),
  );
  await tx.execute(sql`insert into ${programmeGenres} (programme_id, genre_id, position)
    select programme_id, genre_id, position from json_populate_recordset(null::${programmeGenres}, ${JSON.stringify(rows)}::json)`);
  return new Map(changed.map(({ id, before, wanted }) => [id, { genre_ids: [before, wanted] }]));
}

/** Writes the credits of programmes, in their order, where they differ; what is changed, by programme. */
async function saveCredits(tx: Transaction, entered: Entered<Credit>): Promise<Map<string, Changes>> {
  if (entered.length === 0) return new Map();
  const all = isOneOf(
    credits.programmeId,
    entered.map(([id]) => id),
  );
  const old = await tx.select().from(credits).where(all).orderBy(asc(credits.position));
  const kept = groupBy(old, ({ programmeId }) => programmeId);
  const changed = entered.flatMap(([id, values]) => {
    const before = (kept.get(id) ?? []).map(creditOf);
    const wanted = [...new Map(values.map((own) => [own.person_id, own])).values()];
    return isDeepStrictEqual(before, wanted) ? [] : [{ id, before, wanted }];
  });
  await tx.delete(credits).where(
    isOneOf(
      credits.programmeId,
      changed.map(({ id }) => id),
    ),
  );
  const rows = changed.flatMap(({ id, wanted }) =>
    wanted.map((own, position) => ({ programme_id: id, ...own, position })),
  );
  await tx.execute(sql`insert into ${credits} (programme_id, person_id, role_ko, role_en, position)
    select programme_id, person_id, role_ko, role_en, position
    from json_populate_recordset(null::${credits}, ${JSON.stringify(rows)}::json)`);
  return new Map(changed.map(({ id, before, wanted }) => [id, { credits: [before, wanted] }]));
}
