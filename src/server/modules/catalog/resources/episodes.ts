import { eq } from 'drizzle-orm';
import { episodes as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { failField } from '../../../errors.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { assetFactsOf } from '../../ingest/asset-facts.service.ts';
import { picturesOf } from '../artworks.service.ts';
import { episodes, seasons } from '../catalog.tables.ts';
import {
  pictureColumn,
  publicationColumns,
  synopsisColumns,
  titleColumns,
  videoColumn,
} from '../import-columns.service.ts';
import { episodesLacking } from '../lacks.repo.ts';
import { lackList, lacksOfSynopsis } from '../lacks.service.ts';
import { refreshEpisodes } from '../series.service.ts';
import { ofPartner } from './shared.ts';

/** The number in what a season without a name is called. */
const seasonNumberOf = (text: string): string => /^(?:시즌|season|s)\s*(\d+)$/i.exec(text)?.[1] ?? text;

export const episodeResource = (context: Context) =>
  resource(context, shape, episodes, {
    large: {
      common: [
        'published',
        'available_from_empty=true',
        'available_until_empty=true',
        'landscape_id_empty',
        'lacks',
      ],
      filled: ['title_ko', 'title_en'],
      unasked: ['synopsis_ko', 'synopsis_en'],
    },
    tag: 'catalog',
    unique: { catalog_episodes_number: 'number' },
    search: [episodes.titleKo, episodes.titleEn],
    where: { lacks: episodesLacking },
    scope: (partner) => ofPartner(episodes.programmeId, partner),
    imports: {
      key: ['season_id', 'number'],
      columns: [
        {
          name: 'programme',
          ko: '프로그램',
          en: 'Program',
          example: 'my-series',
          field: null,
          refers: { resource: 'programmes', by: ['slug', 'title_ko', 'title_en'] },
        },
        {
          name: 'season_number',
          ko: '시즌',
          en: 'Season',
          example: '1',
          field: 'season_id',
          // By its name as well, which an export has.
          refers: {
            resource: 'seasons',
            by: ['number', 'name_ko', 'name_en'],
            within: { programme_id: 'programme' },
          },
          reads: seasonNumberOf,
        },
        { name: 'number', ko: '번호', en: 'Number', example: '1' },
        ...titleColumns,
        ...synopsisColumns,
        videoColumn,
        pictureColumn('landscape'),
        ...publicationColumns,
      ],
    },
    label: {
      of: ['seasonNumber', 'number', 'titleKo'],
      text: (row) => `${row.seasonNumber}-${row.number} ${row.titleKo}`,
    },
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ landscapeId }) => landscapeId),
      );
      const assets = await assetFactsOf(
        db,
        rows.map(({ assetId }) => assetId),
      );
      return rows.map((row) => {
        const asset = assets.get(row.assetId ?? '');
        return {
          asset_state: asset?.state ?? null,
          landscape: picture(row.landscapeId),
          lacks: lackList({
            ...lacksOfSynopsis(row.synopsisKo, row.synopsisEn),
            artwork: !row.landscapeId,
            captions: asset?.state === 'ready' && !asset.isCaptioned,
            video: asset?.state !== 'ready',
          }),
        };
      });
    },
    values: async (values, { tx, before, once }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      const { seasonId } = values;
      if (seasonId === undefined) return values;
      const [season] = await once(seasonId, () => tx.select().from(seasons).where(eq(seasons.id, seasonId)));
      if (!season || (before && season.programmeId !== before.programmeId)) failField('season_id', 'exists');
      return { ...values, programmeId: season.programmeId, seasonNumber: season.number };
    },
    afterChange: (rows, { tx }) => refreshEpisodes(tx, rows),
  });
