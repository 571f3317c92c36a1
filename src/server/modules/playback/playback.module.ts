import { playerLinkCalls } from '../../../contract/account/player-links.ts';
import { currentStreamCalls } from '../../../contract/admin/current-streams.ts';
import { playErrorCalls } from '../../../contract/admin/play-errors.ts';
import { playbackCalls } from '../../../contract/viewer/playback.ts';
import { bound, type Module } from '../../module.ts';
import { currentStreamRoutes } from './current-streams.routes.ts';
import { forgetPlayErrorsJob } from './jobs/playback.jobs.ts';
import { serveMedia } from './media.routes.ts';
import { playErrorRoutes } from './play-errors.routes.ts';
import { playbackPersonalData } from './playback.personal-data.ts';
import { playbackRoutes } from './playback.routes.ts';
import { endPlayback } from './playback.service.ts';
import { playerLinkRoutes } from './player-links.routes.ts';

export const playbackModule: Module = {
  calls: [
    bound(playbackCalls, playbackRoutes),
    bound(playerLinkCalls, playerLinkRoutes),
    bound(playErrorCalls, playErrorRoutes),
    bound(currentStreamCalls, currentStreamRoutes),
  ],
  jobs: [forgetPlayErrorsJob],
  recurring: [{ job: forgetPlayErrorsJob, cron: '41 10 * * *' }],
  serve: [serveMedia],
  personalData: playbackPersonalData,
  on: {
    sessionsEnded: (tx, sessionIds, at) => endPlayback(tx, { sessionIds }, at),
    profileLeft: (tx, { profileId, exceptSession }, at) => endPlayback(tx, { profileId, exceptSession }, at),
  },
};
