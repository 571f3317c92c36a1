/** Every module of the service, a line each. */
import { changeCalls } from '../contract/admin/changes.ts';
import { personalDataCalls } from '../contract/admin/personal-data.ts';
import { makePartitionsJob } from './jobs/partitions.jobs.ts';
import type { Job, RecurringJob } from './jobs/queue.ts';
import { purgeRateLimitsJob } from './jobs/rate-limits.jobs.ts';
import { bound, type Module } from './module.ts';
import { accountsModule } from './modules/accounts/accounts.module.ts';
import { adsModule } from './modules/ads/ads.module.ts';
import { billingModule } from './modules/billing/billing.module.ts';
import { catalogModule } from './modules/catalog/catalog.module.ts';
import { customersModule } from './modules/customers/customers.module.ts';
import { dataExportsModule } from './modules/data-exports/data-exports.module.ts';
import { filesModule } from './modules/files/files.module.ts';
import { homeModule } from './modules/home/home.module.ts';
import { ingestModule } from './modules/ingest/ingest.module.ts';
import { inquiriesModule } from './modules/inquiries/inquiries.module.ts';
import { liveModule } from './modules/live/live.module.ts';
import { loginLogModule } from './modules/login-log/login-log.module.ts';
import { mailModule } from './modules/mail/mail.module.ts';
import { notificationsModule } from './modules/notifications/notifications.module.ts';
import { partnerStatementsModule } from './modules/partner-statements/partner-statements.module.ts';
import { partnerVideoModule } from './modules/partner-video/partner-video.module.ts';
import { passkeysModule } from './modules/passkeys/passkeys.module.ts';
import { plansModule } from './modules/plans/plans.module.ts';
import { playbackModule } from './modules/playback/playback.module.ts';
import { previewsModule } from './modules/previews/previews.module.ts';
import { profilesModule } from './modules/profiles/profiles.module.ts';
import { releasesModule } from './modules/releases/releases.module.ts';
import { reportsModule } from './modules/reports/reports.module.ts';
import { searchModule } from './modules/search/search.module.ts';
import { signInModule } from './modules/sign-in/sign-in.module.ts';
import { sitemapModule } from './modules/sitemap/sitemap.module.ts';
import { socialLoginModule } from './modules/social-login/social-login.module.ts';
import { staffModule } from './modules/staff/staff.module.ts';
import { supportModule } from './modules/support/support.module.ts';
import { viewingModule } from './modules/viewing/viewing.module.ts';
import { changeRoutes } from './resource/change.routes.ts';
import { openingsPersonalData } from './resource/openings.personal-data.ts';
import { personalDataRoutes } from './resource/personal-data.routes.ts';

/** What belongs to no module. */
const database: Module = {
  jobs: [makePartitionsJob, purgeRateLimitsJob],
  recurring: [
    { job: makePartitionsJob, cron: '42 10 * * *' },
    { job: purgeRateLimitsJob, cron: '17 * * * *' },
  ],
};

/** What every resource of the back office has. */
const office: Module = {
  calls: [bound(changeCalls, changeRoutes), bound(personalDataCalls, personalDataRoutes)],
  personalData: openingsPersonalData,
};

export const modules: readonly Module[] = [
  database,
  office,
  accountsModule,
  adsModule,
  billingModule,
  // Before the catalogue: in a preview, what is planned is applied first, and then what a series says of its episodes is set.
  releasesModule,
  catalogModule,
  customersModule,
  dataExportsModule,
  filesModule,
  homeModule,
  ingestModule,
  inquiriesModule,
  liveModule,
  loginLogModule,
  mailModule,
  notificationsModule,
  partnerStatementsModule,
  partnerVideoModule,
  passkeysModule,
  plansModule,
  playbackModule,
  previewsModule,
  profilesModule,
  reportsModule,
  searchModule,
  signInModule,
  sitemapModule,
  socialLoginModule,
  staffModule,
  supportModule,
  viewingModule,
];

/** Every background job there is. */
export const allJobs = (): Job<never>[] => modules.flatMap(({ jobs = [] }) => jobs);

/** Those that come again, in UTC; at minutes apart, so that they do not come all at once. */
export const recurringJobs = (): RecurringJob[] => modules.flatMap(({ recurring = [] }) => recurring);
