/** The personal data of this module. */
import type { PersonalData } from '../../db/personal-data.ts';

export const partnerVideoPersonalData: PersonalData = {
  tables: {
    partner_video_ratings: { erasure: 'delete', copy: 'ratings' },
    partner_video_progress: { erasure: 'delete', copy: 'progress' },
  },
};
