/** The personal data of this module. */
import { eq, sql } from 'drizzle-orm';
import type { PersonalData } from '../../db/personal-data.ts';
import { exportedFiles } from './files.tables.ts';

const ofStaff = { none: 'the work of staff' };

export const filesPersonalData: PersonalData = {
  tables: {
    files_exports: {
      erasure: { keep: 'the work of staff; lists of customers expire at once' },
      copy: ofStaff,
    },
    files_imports: { erasure: { keep: 'the work of staff' }, copy: ofStaff },
    files_import_rows: { erasure: { keep: 'the work of staff' }, copy: ofStaff },
    files_import_mappings: { erasure: { keep: 'the work of staff' }, copy: ofStaff },
  },
  // A list that somebody who is erased may stand in is not sent any more, and deleted within the hour.
  async erase(tx) {
    await tx
      .update(exportedFiles)
      .set({ expiresAt: sql`least(${exportedFiles.expiresAt}, now())` })
      .where(eq(exportedFiles.isPersonal, true));
  },
};
