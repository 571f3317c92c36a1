import { inquiryCalls } from '../../../contract/account/inquiries.ts';
import { adminInquiryCalls } from '../../../contract/admin/inquiries.ts';
import { bound, type Module } from '../../module.ts';
import { adminInquiryRoutes } from './admin.routes.ts';
import { inquiriesPersonalData } from './inquiries.personal-data.ts';
import { inquiryRoutes } from './inquiries.routes.ts';
import { forgetAttachmentsJob, removeHouseholdFilesJob } from './jobs/inquiries.jobs.ts';

const hourMs = 3_600_000;

export const inquiriesModule: Module = {
  calls: [bound(inquiryCalls, inquiryRoutes), bound(adminInquiryCalls, adminInquiryRoutes)],
  jobs: [forgetAttachmentsJob, removeHouseholdFilesJob],
  recurring: [{ job: forgetAttachmentsJob, cron: '17 * * * *', backfillMs: hourMs }],
  personalData: inquiriesPersonalData,
};
