import { people as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { indexDocuments } from '../../search/documents.service.ts';
import { picturesOf } from '../artworks.service.ts';
import { people } from '../catalog.tables.ts';
import { nameColumns, openColumns, pictureColumn, slugColumn } from '../import-columns.service.ts';
import { peopleLacking } from '../lacks.repo.ts';
import { isUntranslated, lackList } from '../lacks.service.ts';
import { personSource } from '../search-sources.service.ts';

export const peopleResource = (context: Context) =>
  resource(context, shape, people, {
    tag: 'catalog',
    unique: { catalog_people_slug: 'slug' },
    search: [people.nameKo, people.nameEn],
    where: { lacks: peopleLacking },
    imports: {
      key: ['slug'],
      columns: [
        slugColumn('hong-gildong'),
        ...nameColumns('홍길동', 'Hong Gildong'),
        { name: 'profession_ko', ko: '직업 (한국어)', en: 'Profession (Korean)', example: '배우' },
        { name: 'profession_en', ko: '직업 (영어)', en: 'Profession (English)', example: 'Actor' },
        { name: 'birth_date', ko: '생년월일', en: 'Born', example: '1980-01-31' },
        pictureColumn('avatar'),
        ...openColumns,
      ],
    },
    label: 'nameKo',
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ avatarId }) => avatarId),
      );
      return rows.map((row) => ({
        avatar: picture(row.avatarId),
        lacks: lackList({
          language: isUntranslated(row.professionKo, row.professionEn),
          artwork: !row.avatarId,
        }),
      }));
    },
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
    afterChange: async (rows, { tx }) =>
      indexDocuments(
        tx,
        personSource,
        rows.map(({ id }) => id),
      ),
  });
