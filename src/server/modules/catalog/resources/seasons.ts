import { and, count, eq, inArray, ne } from 'drizzle-orm';
import { seasons as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/client.ts';
import { failField } from '../../../errors.ts';
import { must } from '../../../must.ts';
import { foundBy } from '../../../resource/found-by.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { picturesOf } from '../artworks.service.ts';
import { episodes, programmes, seasons } from '../catalog.tables.ts';
import { nameColumns, openColumns, pictureColumn } from '../import-columns.service.ts';
import { lacksOfSeasons, seasonsLacking } from '../lacks.repo.ts';
import { isUntranslated, lackList } from '../lacks.service.ts';
import { refreshSeries } from '../series.service.ts';
import { ofPartner } from './shared.ts';

export const seasonResource = (context: Context) =>
  resource(context, shape, seasons, {
    tag: 'catalog',
    unique: { catalog_seasons_number: 'number' },
    search: [],
    partOf: { column: 'programmeId', of: 'programmes' },
    finds: {
      programme_id: foundBy(context, seasons.programmeId, 'programmes'),
    },
    where: { lacks: seasonsLacking },
    scope: (partner) => ofPartner(seasons.programmeId, partner),
    imports: {
      key: ['programme_id', 'number'],
      columns: [
        {
          name: 'programme',
          ko: '프로그램',
          en: 'Program',
          example: 'my-series',
          field: 'programme_id',
          refers: { resource: 'programmes', by: ['slug', 'title_ko', 'title_en'] },
        },
        { name: 'number', ko: '번호', en: 'Number', example: '1' },
        ...nameColumns('시즌 1', 'Season 1'),
        pictureColumn('landscape'),
        ...openColumns,
      ],
    },
    label: { of: ['nameKo', 'number'], text: (row) => row.nameKo || `S${row.number}` },
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const counts = await db
        .select({ seasonId: episodes.seasonId, total: count() })
        .from(episodes)
        .where(inArray(episodes.seasonId, ids))
        .groupBy(episodes.seasonId);
      const lacking = await lacksOfSeasons(db, ids);
      const picture = await picturesOf(
        db,
        rows.map(({ landscapeId }) => landscapeId),
      );
      return rows.map(({ id, nameKo, nameEn, landscapeId }) => ({
        landscape: picture(landscapeId),
        episode_count: counts.find((own) => own.seasonId === id)?.total ?? 0,
        lacks: lackList({
          language: isUntranslated(nameKo, nameEn),
          artwork: landscapeId === null && (lacking.get(id)?.artwork ?? false),
          captions: lacking.get(id)?.captions ?? false,
          video: lacking.get(id)?.video ?? true,
        }),
      }));
    },
    values: async (values, { tx, before }) => {
      checkWindow({ ...before, ...values });
      const { programmeId, ...rest } = values;
      if (before) return rest;
      await requireSeries(tx, must(programmeId, 'programme'));
      return values;
    },
    goesWith: async (ids, { tx }) => {
      const own = await tx.select({ id: episodes.id }).from(episodes).where(inArray(episodes.seasonId, ids));
      return own.map(({ id }) => ({ entity: 'episodes', id, action: 'delete' as const }));
    },
    afterChange: async (rows, { tx }) => {
      await tx
        .update(episodes)
        .set({ seasonNumber: seasons.number })
        .from(seasons)
        .where(
          and(
            eq(episodes.seasonId, seasons.id),
            ne(episodes.seasonNumber, seasons.number),
            inArray(
              seasons.id,
              rows.map(({ id }) => id),
            ),
          ),
        );
      await refreshSeries(
        tx,
        rows.map(({ programmeId }) => programmeId),
      );
    },
  });

async function requireSeries(tx: Transaction, programmeId: string): Promise<void> {
  const [row] = await tx
    .select({ kind: programmes.kind })
    .from(programmes)
    .where(eq(programmes.id, programmeId))
    // Nobody turns it into a movie meanwhile. Not shared: two who add the same season would wait for each other (`refreshSeries`).
    .for('no key update');
  if (row?.kind !== 'series') failField('programme_id', 'exists');
}
