import { genres as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { genres } from '../catalog.tables.ts';
import { nameColumns, openColumns, slugColumn } from '../import-columns.service.ts';
import { atTop, checkParent } from './shared.ts';

export const genreResource = (context: Context) =>
  resource(context, shape, genres, {
    tag: 'catalog',
    unique: { catalog_genres_slug: 'slug' },
    search: [genres.nameKo, genres.nameEn],
    where: { top: atTop(genres.parentId) },
    imports: {
      key: ['slug'],
      columns: [
        slugColumn('thriller'),
        ...nameColumns('스릴러', 'Thriller'),
        {
          name: 'parent',
          ko: '상위 분류',
          en: 'Parent',
          example: '',
          field: 'parent_id',
          refers: { resource: 'genres', by: ['slug', 'name_ko', 'name_en'] },
        },
        ...openColumns,
      ],
    },
    label: 'nameKo',
    values: async (values, { tx, before }) => {
      checkWindow({ ...before, ...values });
      if (values.parentId) await checkParent(tx, genres, values.parentId, before?.id, 'genre_depth');
      return values;
    },
  });
