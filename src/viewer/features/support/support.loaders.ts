/** What the support pages load before they are rendered, and what they call themselves. Fetched with the first of them. */
import { msg } from '@lingui/core/macro';
import { brandName } from '../../../ui/brand.ts';
import type { AppContext } from '../../context.ts';
import type { PageFacts } from '../../page-head.ts';
import * as queries from './support.queries.ts';

/** The words of HTML without its tags, for a description. */
const words = (html: string) => html.replace(/<[^<>]*>/g, ' ').replace(/&\w+;/g, ' ');

export async function loadNotices(context: AppContext, page: number): Promise<PageFacts> {
  await context.queryClient.ensureQueryData(queries.noticesQuery(context, page));
  const brand = brandName[context.locale];
  return {
    title: context.i18n._(msg`공지사항`),
    path: '/notice',
    description: context.i18n._(msg`${brand}의 새로운 소식과 서비스 점검, 달라지는 점을 알려 드려요.`),
  };
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
  return {
    title: context.i18n._(msg`자주 묻는 질문`),
    path: '/faqs',
    description: context.i18n._(msg`가입과 이용권, 결제, 시청 방법까지 자주 묻는 질문과 답변을 모았어요.`),
  };
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
  return {
    title: data.meta_title || data.title,
    description: data.meta_description || words(data.content),
    path: `/${data.slug}`,
    image: data.thumbs && { image: data.thumbs, width: 800 },
  };
}

export async function loadSitemap(context: AppContext): Promise<PageFacts> {
  await context.queryClient.ensureQueryData(queries.sitemapQuery(context));
  const brand = brandName[context.locale];
  return {
    title: context.i18n._(msg`사이트맵`),
    path: '/sitemap',
    description: context.i18n._(msg`${brand}의 모든 카테고리와 고객 지원 페이지를 한눈에 살펴보세요.`),
  };
}
