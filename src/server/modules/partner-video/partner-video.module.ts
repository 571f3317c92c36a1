import { adminPartnerVideoCalls } from '../../../contract/admin/partner-video.ts';
import { partnerVideoCalls } from '../../../contract/viewer/partner-video.ts';
import { bound, type Module } from '../../module.ts';
import { adminPartnerVideoRoutes } from './admin.routes.ts';
import { partnerVideoPersonalData } from './partner-video.personal-data.ts';
import { partnerVideoRoutes } from './partner-video.routes.ts';
import { savesOfClips } from './partner-video.service.ts';
import { clipKind } from './playable.service.ts';
import { clipSource } from './search-source.service.ts';

export const partnerVideoModule: Module = {
  calls: [
    bound(partnerVideoCalls, partnerVideoRoutes),
    bound(adminPartnerVideoCalls, adminPartnerVideoRoutes),
  ],
  searchSources: [clipSource],
  playableKinds: [clipKind],
  savesOfPlaying: savesOfClips,
  personalData: partnerVideoPersonalData,
};
