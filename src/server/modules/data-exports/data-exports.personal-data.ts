/** The personal data of this module. */
import { sql } from 'drizzle-orm';
import { column, type PersonalData } from '../../db/personal-data.ts';
import { removeExports } from './export-files.service.ts';

export const dataExportsPersonalData: PersonalData = {
  tables: {
    data_exports: { erasure: 'delete', copy: 'data-exports' },
  },
  sections: [
    {
      name: 'data-exports',
      ko: '데이터 내려받기',
      en: 'Copies of data',
      columns: { requested_at: column('요청한 때', 'Asked'), ready_at: column('준비된 때', 'Ready') },
      query: ({ userId }) =>
        sql`select requested_at, ready_at from data_exports where user_id = ${userId} order by requested_at`,
    },
  ],
  erase: (tx, { userId }) => removeExports(tx, userId),
};
