import { asc, count, eq, inArray, or } from 'drizzle-orm';
import { programmes as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { failField } from '../../../errors.ts';
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
  programmeGenres,
  programmes,
  seasons,
} from '../catalog.tables.ts';
import { lacksOfProgrammes } from '../lacks.repo.ts';
import { isUntold, lackList } from '../lacks.service.ts';
import { refreshSeries } from '../series.service.ts';
import {
  maturityColumn,
  premiumColumn,
  publicationColumns,
  slugColumn,
  synopsisColumns,
  titleColumns,
  videoColumn,
} from './import-columns.ts';

export const programmeResource = (context: Context) =>
  resource(context, shape, programmes, {
    tag: 'catalog',
    unique: { catalog_programmes_slug: 'slug' },
    search: [programmes.titleKo, programmes.titleEn],
    // A sub-category's programmes are its own and its category's.
    where: { category_id: (id) => or(eq(programmes.categoryId, id), eq(programmes.subCategoryId, id)) },
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
        {
          name: 'category',
          ko: '카테고리',
          en: 'Category',
          example: 'drama',
          field: 'category_id',
          refers: { resource: 'categories', by: ['slug', 'name_ko', 'name_en'] },
        },
        {
          name: 'sub_category',
          ko: '하위 카테고리',
          en: 'Sub-category',
          example: '',
          field: 'sub_category_id',
          refers: {
            resource: 'categories',
            by: ['slug', 'name_ko', 'name_en'],
            within: { parent_id: 'category' },
          },
        },
        {
          name: 'genres',
          ko: '장르',
          en: 'Genres',
          example: 'thriller, romance',
          field: 'genre_ids',
          refers: { resource: 'genres', by: ['slug', 'name_ko', 'name_en'] },
        },
        maturityColumn,
        {
          name: 'status',
          ko: '방영 상태',
          en: 'Status',
          example: 'upcoming',
          words: { upcoming: ['방영 중·공개 예정', 'Ongoing or upcoming'], completed: ['완결', 'Completed'] },
        },
        { name: 'release_year', ko: '제작 연도', en: 'Release year', example: '2026' },
        { name: 'episodes_planned', ko: '전체 화수', en: 'Episodes planned', example: '16' },
        premiumColumn,
        videoColumn,
        ...publicationColumns,
      ],
    },
    label: (row) => row.titleKo,
    publishes: 'published',
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const [picture, ownGenres, ownCredits, lacking] = await Promise.all([
        picturesOf(
          db,
          rows.flatMap((row) => [row.portraitId, row.landscapeId, row.bannerId]),
        ),
        db
          .select()
          .from(programmeGenres)
          .where(inArray(programmeGenres.programmeId, ids))
          .orderBy(asc(programmeGenres.position)),
        db.select().from(credits).where(inArray(credits.programmeId, ids)).orderBy(asc(credits.position)),
        lacksOfProgrammes(db, ids),
      ]);
      return rows.map((row) => ({
        genre_ids: ownGenres.filter((own) => own.programmeId === row.id).map((own) => own.genreId),
        credits: ownCredits
          .filter((own) => own.programmeId === row.id)
          .map((own) => ({ person_id: own.personId, role_ko: own.roleKo, role_en: own.roleEn })),
        portrait: picture(row.portraitId),
        landscape: picture(row.landscapeId),
        banner: picture(row.bannerId),
        lacks: lackList({
          language: isUntold(row.synopsisKo, row.synopsisEn, true),
          artwork: !row.portraitId || !row.landscapeId || !row.bannerId,
          captions: lacking.get(row.id)?.captions ?? false,
          video: lacking.get(row.id)?.video ?? true,
        }),
      }));
    },
    values: async (values, { tx, before }) => {
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
      if (after.subCategoryId && (values.subCategoryId !== undefined || values.categoryId !== undefined)) {
        const [sub] = await tx.select().from(categories).where(eq(categories.id, after.subCategoryId));
        if (sub?.parentId !== after.categoryId) failField('sub_category_id', 'sub_category_of_other');
      }
      return values;
    },
    saveRest: async (input, row, _before, { tx }) => {
      const changes: Changes = {};
      const genreIds = input.genre_ids;
      if (genreIds) {
        const old = await tx
          .select({ id: programmeGenres.genreId })
          .from(programmeGenres)
          .where(eq(programmeGenres.programmeId, row.id))
          .orderBy(asc(programmeGenres.position));
        const wanted = [...new Set(genreIds)];
        if (JSON.stringify(old.map((own) => own.id)) !== JSON.stringify(wanted)) {
          changes.genre_ids = [old.map((own) => own.id), wanted];
          await tx.delete(programmeGenres).where(eq(programmeGenres.programmeId, row.id));
          if (wanted.length > 0) {
            await tx
              .insert(programmeGenres)
              .values(wanted.map((genreId, position) => ({ programmeId: row.id, genreId, position })));
          }
        }
      }
      const cast = input.credits;
      if (cast) {
        const old = (
          await tx
            .select()
            .from(credits)
            .where(eq(credits.programmeId, row.id))
            .orderBy(asc(credits.position))
        ).map((own) => ({ person_id: own.personId, role_ko: own.roleKo, role_en: own.roleEn }));
        const wanted = [...new Map(cast.map((own) => [own.person_id, own])).values()];
        if (JSON.stringify(old) !== JSON.stringify(wanted)) {
          changes.credits = [old, wanted];
          await tx.delete(credits).where(eq(credits.programmeId, row.id));
          if (wanted.length > 0) {
            await tx.insert(credits).values(
              wanted.map((own, position) => ({
                programmeId: row.id,
                personId: own.person_id,
                roleKo: own.role_ko,
                roleEn: own.role_en,
                position,
              })),
            );
          }
        }
      }
      return changes;
    },
    goesWith: async (ids, { tx }) => {
      const [own, slides, items] = await Promise.all([
        tx.select({ id: seasons.id }).from(seasons).where(inArray(seasons.programmeId, ids)),
        tx.select({ id: banners.id }).from(banners).where(inArray(banners.programmeId, ids)),
        // All of the rows that have one of them: their lists are written whole.
        tx
          .select()
          .from(customRowItems)
          .where(
            inArray(
              customRowItems.customRowId,
              tx
                .select({ id: customRowItems.customRowId })
                .from(customRowItems)
                .where(inArray(customRowItems.programmeId, ids)),
            ),
          )
          .orderBy(asc(customRowItems.position), asc(customRowItems.programmeId)),
      ]);
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
