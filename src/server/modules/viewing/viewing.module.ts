import { historyCalls } from '../../../contract/account/history.ts';
import { viewingCalls } from '../../../contract/viewer/viewing.ts';
import { bound, type Module } from '../../module.ts';
import { historyRoutes } from './history.routes.ts';
import { forgetGoneTitlesJob } from './jobs/viewing.jobs.ts';
import { viewingPersonalData } from './viewing.personal-data.ts';
import { viewingRoutes } from './viewing.routes.ts';
import { removeProgressOf, savesOfViewing } from './viewing.service.ts';

export const viewingModule: Module = {
  calls: [bound(viewingCalls, viewingRoutes), bound(historyCalls, historyRoutes)],
  jobs: [forgetGoneTitlesJob],
  recurring: [{ job: forgetGoneTitlesJob, cron: '59 10 * * *' }],
  savesOfPlaying: savesOfViewing,
  personalData: viewingPersonalData,
  on: {
    async profileLeft(tx, { profileId, removed }) {
      if (removed) await removeProgressOf(tx, profileId);
    },
  },
};
