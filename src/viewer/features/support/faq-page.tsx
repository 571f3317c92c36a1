import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { Article, Day } from './article.tsx';
import { faqQuery } from './support.queries.ts';

const route = getRouteApi('/main/faqs/$id');

/** One question with its answer. */
export function FaqPage() {
  const { t } = useLingui();
  const { id } = route.useParams();
  const faq = useQuery(faqQuery(useApp(), id)).data?.data;
  if (!faq) return null;
  return (
    <Article
      above={[{ name: t`자주 묻는 질문`, link: { to: '/faqs' } }]}
      title={faq.question}
      note={
        <>
          {faq.category} · <Day at={faq.created_at} />
        </>
      }
      html={faq.answer}
    >
      <div className="flex flex-wrap gap-2">
        <Link to="/faqs" className={buttonClass('quiet')}>
          <Trans>목록으로</Trans>
        </Link>
        <Link
          to="/account/$"
          params={{ _splat: 'inquiries/new' }}
          preload={false}
          className={buttonClass('primary', 'md')}
        >
          <Trans>1:1 문의하기</Trans>
        </Link>
      </div>
    </Article>
  );
}
