/** The personal data of billing. Money is kept for as long as the law asks; whose it was, is not. */
import type { PersonalData } from '../../db/personal-data.ts';

export const billingPersonalData: PersonalData = {
  tables: {
    billing_accounts: {
      erasure: { anonymise: ['household_id'] },
      copy: { none: 'an id that says nothing of anybody' },
    },
  },
};
