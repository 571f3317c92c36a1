/** The personal data of this module. Facts hold nobody's: their numbers cannot be led back without the salt. */
import type { PersonalData } from '../../db/personal-data.ts';
import { recordHousehold } from './record.service.ts';

export const reportsPersonalData: PersonalData = {
  tables: {
    reports_salts: { erasure: 'delete', copy: { none: 'a random number that says nothing of anybody' } },
  },
  async erase(tx, { householdId, isLast }, context) {
    if (isLast) await recordHousehold(tx, householdId, context);
  },
};
