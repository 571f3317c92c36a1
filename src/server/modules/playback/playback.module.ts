import { playbackCalls } from '../../../contract/viewer/playback.ts';
import { bound, type Module } from '../../module.ts';
import { serveMedia } from './media.routes.ts';
import { playbackPersonalData } from './playback.personal-data.ts';
import { playbackRoutes } from './playback.routes.ts';
import { endPlayback } from './playback.service.ts';

export const playbackModule: Module = {
  calls: [bound(playbackCalls, playbackRoutes)],
  serve: [serveMedia],
  personalData: playbackPersonalData,
  on: {
    sessionsEnded: (tx, sessionIds, at) => endPlayback(tx, { sessionIds }, at),
    profileLeft: (tx, { profileId, exceptSession }, at) => endPlayback(tx, { profileId, exceptSession }, at),
  },
};
