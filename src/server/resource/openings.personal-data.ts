/** The personal data of openings. */
import type { PersonalData } from '../db/personal-data.ts';
import { openings } from './personal-data.tables.ts';

export const openingsPersonalData: PersonalData = {
  tables: {
    personal_data_openings: {
      erasure: { keep: 'the work of staff, for half an hour; all are closed when somebody is erased' },
      copy: { none: 'the work of staff' },
    },
  },
  // Their reasons may name whoever is erased; staff say again what for.
  async erase(tx) {
    await tx.delete(openings);
  },
};
