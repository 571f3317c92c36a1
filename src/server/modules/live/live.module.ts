import { adminChannelCalls } from '../../../contract/admin/channels.ts';
import { adminRadioGroupCalls } from '../../../contract/admin/radio-groups.ts';
import { liveCalls } from '../../../contract/viewer/live.ts';
import { bound, type Module } from '../../module.ts';
import { adminChannelRoutes } from './admin.routes.ts';
import {
  applyTemplatesJob,
  forgetGoneItemsJob,
  refreshChannelsJob,
  watchChannels,
} from './jobs/live.jobs.ts';
import { livePersonalData } from './live.personal-data.ts';
import { liveRoutes } from './live.routes.ts';
import { channelKind } from './playable.service.ts';
import { adminRadioGroupRoutes } from './radio-groups.routes.ts';
import { watchRelays } from './relay.worker.ts';
import { channelSource } from './search-source.service.ts';

export const liveModule: Module = {
  calls: [
    bound(liveCalls, liveRoutes),
    bound(adminChannelCalls, adminChannelRoutes),
    bound(adminRadioGroupCalls, adminRadioGroupRoutes),
  ],
  jobs: [refreshChannelsJob, applyTemplatesJob, forgetGoneItemsJob],
  recurring: [
    { job: forgetGoneItemsJob, cron: '6 11 * * *' },
    { job: applyTemplatesJob, cron: '16 11 * * *' },
  ],
  async watch(context) {
    const stops = [await watchChannels(context), await watchRelays(context)];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
  searchSources: [channelSource],
  playableKinds: [channelKind],
  personalData: livePersonalData,
};
