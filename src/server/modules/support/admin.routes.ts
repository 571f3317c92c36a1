/** What the service says, in the back office. */
import type { adminSupportCalls } from '../../../contract/admin/support.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { boardEventResource } from './resources/board-events.ts';
import { faqCategoryResource, faqResource } from './resources/faqs.ts';
import { newsResource } from './resources/news.ts';
import { noticeResource } from './resources/notices.ts';
import { pageVersionResource } from './resources/page-versions.ts';
import { pageResource } from './resources/pages.ts';
import { popupResource } from './resources/popups.ts';
import { socialLinkResource } from './resources/social-links.ts';

export const adminSupportRoutes = (context: Context): Handlers<typeof adminSupportCalls> => ({
  ...noticeResource(context),
  ...newsResource(context),
  ...popupResource(context),
  ...faqCategoryResource(context),
  ...faqResource(context),
  ...pageResource(context),
  ...pageVersionResource(context),
  ...boardEventResource(context),
  ...socialLinkResource(context),
});
