import { notificationCalls } from '../../../contract/account/notifications.ts';
import { pushCalls } from '../../../contract/account/push.ts';
import { bound, type Module } from '../../module.ts';
import { fanOutJob, tellPagesJob, tidyNotificationsJob, webPushJob } from './jobs/notifications.jobs.ts';
import { notificationsPersonalData } from './notifications.personal-data.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { notificationSettingsRoutes } from './settings.routes.ts';
import { isMailWanted } from './waiting-mail.service.ts';
import { unsubscribeDevices } from './web-push.service.ts';

export const notificationsModule: Module = {
  calls: [bound(pushCalls, notificationsRoutes), bound(notificationCalls, notificationSettingsRoutes)],
  jobs: [fanOutJob, tellPagesJob, webPushJob, tidyNotificationsJob],
  recurring: [{ job: tidyNotificationsJob, cron: '32 10 * * *' }],
  personalData: notificationsPersonalData,
  on: { sessionsEnded: unsubscribeDevices, isMailWanted },
};
