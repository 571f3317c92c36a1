import { genres as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { genres } from '../catalog.tables.ts';
import { atTop, checkParent } from './shared.ts';

export const genreResource = (context: Context) =>
  resource(context, shape, genres, {
    tag: 'catalog',
    unique: { catalog_genres_slug: 'slug' },
    search: [genres.nameKo, genres.nameEn],
    where: { top: atTop(genres.parentId) },
    label: (row) => row.nameKo,
    values: async (values, { tx, before }) => {
      if (values.parentId) await checkParent(tx, genres, values.parentId, before?.id, 'genre_depth');
      return values;
    },
  });
