import { people as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { indexDocuments } from '../../search/documents.service.ts';
import { presentImage } from '../catalog.present.ts';
import { people } from '../catalog.tables.ts';
import { personSource } from '../search-sources.service.ts';
import { colorsOf } from './shared.ts';

export const peopleResource = (context: Context) =>
  resource(context, shape, people, {
    tag: 'catalog',
    unique: { catalog_people_slug: 'slug' },
    search: [people.nameKo, people.nameEn],
    label: (row) => row.nameKo,
    present: async (db, rows) => {
      const colors = await colorsOf(
        db,
        rows.map(({ avatarId }) => avatarId),
      );
      return rows.map(({ avatarId }) => ({
        avatar: presentImage(avatarId, colors.get(avatarId ?? '') ?? null),
      }));
    },
    afterChange: async (rows, { tx }) =>
      indexDocuments(
        tx,
        personSource,
        rows.map(({ id }) => id),
      ),
  });
