/** What the support pages load before they are drawn, and what they call themselves. Fetched with the first of them. */
import { msg } from '@lingui/core/macro';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import * as queries from './support.queries.ts';

/** The words of HTML without its tags, for a description. */
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, ' ');

export async function loadNotices(context: AppContext, page: number): Promise<PageFacts> {
  await context.queryClient.ensureQueryData(queries.noticesQuery(context, page));
  return { title: context.i18n._(msg`공지사항`), path: '/notice' };
}

export async function loadNotice(context: AppContext, id: string): Promise<PageFacts> {
  const { data } = await context.queryClient.ensureQueryData(queries.noticeQuery(context, id));
  return { title: data.title, description: words(data.description), path: `/notice/${id}` };
}

export async function loadFaqs(
  context: AppContext,
  category: string | undefined,
  page: number,
): Promise<PageFacts> {
  await Promise.all([
    context.queryClient.ensureQueryData(queries.faqsQuery(context, category, page)),
    context.queryClient.ensureQueryData(queries.faqCategoriesQuery(context)),
  ]);
  return { title: context.i18n._(msg`자주 묻는 질문`), path: '/faqs' };
}

export async function loadFaq(context: AppContext, id: string): Promise<PageFacts> {
  const { data } = await context.queryClient.ensureQueryData(queries.faqQuery(context, id));
  return {
    title: data.question,
    description: words(data.answer),
    path: `/faqs/${id}`,
    data: {
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: data.question,
          acceptedAnswer: { '@type': 'Answer', text: data.answer },
        },
      ],
    },
  };
}

export async function loadStaticPage(context: AppContext, slug: string): Promise<PageFacts> {
  const { data } = await context.queryClient.ensureQueryData(queries.staticPageQuery(context, slug));
  return { title: data.title, description: words(data.content), path: `/${data.slug}` };
}

export async function loadSitemap(context: AppContext): Promise<PageFacts> {
  await context.queryClient.ensureQueryData(queries.sitemapQuery(context));
  return { title: context.i18n._(msg`사이트맵`), path: '/sitemap' };
}
