/** Every call of the API. The key is the call's name; see `call.ts`. */

import { activationCalls } from './account/activations.ts';
import { billingCalls } from './account/billing.ts';
import { credentialCalls } from './account/credentials.ts';
import { dataExportCalls } from './account/data-exports.ts';
import { deviceCalls } from './account/devices.ts';
import { giftCalls } from './account/gifts.ts';
import { historyCalls } from './account/history.ts';
import { inquiryCalls } from './account/inquiries.ts';
import { notificationCalls } from './account/notifications.ts';
import { passkeyCalls } from './account/passkeys.ts';
import { payRequestCalls } from './account/pay-requests.ts';
import { playerLinkCalls } from './account/player-links.ts';
import { profileCalls } from './account/profiles.ts';
import { pushCalls } from './account/push.ts';
import { recoveryCalls } from './account/recovery.ts';
import { sessionCalls } from './account/session.ts';
import { signUpCalls } from './account/sign-up.ts';
import { socialLoginCalls } from './account/social-login.ts';
import { adminCatalogCalls } from './admin/catalog.ts';
import { changeCalls } from './admin/changes.ts';
import { adminChannelCalls } from './admin/channels.ts';
import { couponCalls } from './admin/coupons.ts';
import { currentStreamCalls } from './admin/current-streams.ts';
import { customerCalls } from './admin/customers.ts';
import { disputeCalls } from './admin/disputes.ts';
import { exportCalls } from './admin/exports.ts';
import { giftAdminCalls } from './admin/gifts.ts';
import { adminHomeCalls } from './admin/home.ts';
import { importCalls } from './admin/imports.ts';
import { ingestCalls } from './admin/ingest.ts';
import { adminInquiryCalls } from './admin/inquiries.ts';
import { loginLogCalls } from './admin/logins.ts';
import { mailCalls } from './admin/mail.ts';
import { officeCalls } from './admin/office.ts';
import { partnerStatementCalls } from './admin/partner-statements.ts';
import { adminPartnerVideoCalls } from './admin/partner-video.ts';
import { customerBillingCalls, paymentCalls } from './admin/payments.ts';
import { personalDataCalls } from './admin/personal-data.ts';
import { planSyncCalls } from './admin/plan-sync.ts';
import { adminPlanCalls } from './admin/plans.ts';
import { playErrorCalls } from './admin/play-errors.ts';
import { previewCalls } from './admin/previews.ts';
import { programmeProgressCalls } from './admin/programme-progress.ts';
import { adminRadioGroupCalls } from './admin/radio-groups.ts';
import { releaseCalls } from './admin/releases.ts';
import { rehearsalCalls } from './admin/renewal-rehearsal.ts';
import { reportCalls } from './admin/reports.ts';
import { staffSessionCalls } from './admin/session.ts';
import { staffCalls } from './admin/staff.ts';
import { adminSupportCalls } from './admin/support.ts';
import { taxRateCalls } from './admin/tax-rates.ts';
import { taxReportCalls } from './admin/tax-reports.ts';
import { youtubeSyncCalls } from './admin/youtube-syncs.ts';
import type { CallDefinition, CallTypes } from './call.ts';
import { adCalls } from './viewer/ads.ts';
import { catalogCalls } from './viewer/catalog.ts';
import { homeCalls } from './viewer/home.ts';
import { listCalls } from './viewer/lists.ts';
import { liveCalls } from './viewer/live.ts';
import { partnerVideoCalls } from './viewer/partner-video.ts';
import { planCalls } from './viewer/plans.ts';
import { playbackCalls } from './viewer/playback.ts';
import { searchCalls } from './viewer/search.ts';
import { supportCalls } from './viewer/support.ts';
import { viewingCalls } from './viewer/viewing.ts';

export const calls = {
  ...catalogCalls,
  ...listCalls,
  ...homeCalls,
  ...liveCalls,
  ...partnerVideoCalls,
  ...billingCalls,
  ...giftCalls,
  ...payRequestCalls,
  ...sessionCalls,
  ...profileCalls,
  ...signUpCalls,
  ...recoveryCalls,
  ...socialLoginCalls,
  ...passkeyCalls,
  ...deviceCalls,
  ...activationCalls,
  ...credentialCalls,
  ...pushCalls,
  ...notificationCalls,
  ...dataExportCalls,
  ...viewingCalls,
  ...historyCalls,
  ...supportCalls,
  ...planCalls,
  ...adCalls,
  ...playbackCalls,
  ...playerLinkCalls,
  ...searchCalls,
  ...inquiryCalls,
  ...staffSessionCalls,
  ...adminInquiryCalls,
  ...customerCalls,
  ...adminCatalogCalls,
  ...changeCalls,
  ...personalDataCalls,
  ...officeCalls,
  ...adminSupportCalls,
  ...adminPlanCalls,
  ...planSyncCalls,
  ...couponCalls,
  ...giftAdminCalls,
  ...taxRateCalls,
  ...taxReportCalls,
  ...paymentCalls,
  ...customerBillingCalls,
  ...disputeCalls,
  ...rehearsalCalls,
  ...playErrorCalls,
  ...currentStreamCalls,
  ...adminHomeCalls,
  ...adminChannelCalls,
  ...adminRadioGroupCalls,
  ...adminPartnerVideoCalls,
  ...exportCalls,
  ...importCalls,
  ...youtubeSyncCalls,
  ...ingestCalls,
  ...programmeProgressCalls,
  ...staffCalls,
  ...mailCalls,
  ...loginLogCalls,
  ...releaseCalls,
  ...reportCalls,
  ...partnerStatementCalls,
  ...previewCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type TypesOf<K extends CallName> = Calls[K] extends CallDefinition ? CallTypes<Calls[K]> : never;
