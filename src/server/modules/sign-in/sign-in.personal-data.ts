/** The personal data of this module. */
import type { PersonalData } from '../../db/personal-data.ts';

export const signInPersonalData: PersonalData = {
  tables: {
    sign_in_sign_ups: {
      erasure: 'with_parent',
      emailColumn: 'email',
      copy: { none: 'forgotten after a day; what came of them is the account' },
    },
  },
};
