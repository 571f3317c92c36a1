import { adminPartnerVideoCalls } from '../../../contract/admin/partner-video.ts';
import { youtubeSyncCalls } from '../../../contract/admin/youtube-syncs.ts';
import { partnerVideoCalls } from '../../../contract/viewer/partner-video.ts';
import { bound, type Module } from '../../module.ts';
import { adminPartnerVideoRoutes } from './admin.routes.ts';
import { forgetGoneClipsJob } from './jobs/partner-video.jobs.ts';
import { partnerVideoPersonalData } from './partner-video.personal-data.ts';
import { partnerVideoRoutes } from './partner-video.routes.ts';
import { savesOfClips } from './partner-video.service.ts';
import { clipKind } from './playable.service.ts';
import { clipSource } from './search-source.service.ts';

import { syncRoutes } from './syncs.routes.ts';
import { youtubeDailyJob, youtubeSyncJob } from './syncs.service.ts';

export const partnerVideoModule: Module = {
  calls: [
    bound(partnerVideoCalls, partnerVideoRoutes),
    bound(adminPartnerVideoCalls, adminPartnerVideoRoutes),
    bound(youtubeSyncCalls, syncRoutes),
  ],
  jobs: [youtubeSyncJob, youtubeDailyJob, forgetGoneClipsJob],
  recurring: [
    // After the quota of the day has begun, by either clock.
    { job: youtubeDailyJob, cron: '20 9 * * *' },
    { job: forgetGoneClipsJob, cron: '4 11 * * *' },
  ],
  searchSources: [clipSource],
  playableKinds: [clipKind],
  savesOfPlaying: savesOfClips,
  personalData: partnerVideoPersonalData,
};
