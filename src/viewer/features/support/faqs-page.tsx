import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp } from '../../context.ts';
import { Day } from './article.tsx';
import { Board, boardLink } from './board.tsx';
import { Contact } from './contact.tsx';
import { Paging } from './paging.tsx';
import { faqCategoriesQuery, faqsQuery } from './support.queries.ts';

const route = getRouteApi('/main/faqs');

/** Questions that are asked often, by category, and how to reach somebody. */
export function FaqsPage() {
  const { t } = useLingui();
  const context = useApp();
  const { category, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const categories = useQuery(faqCategoriesQuery(context)).data?.data ?? [];
  const answer = useQuery(faqsQuery(context, category, page)).data;
  const rows = answer?.data ?? [];
  const before = answer ? (answer.meta.current_page - 1) * answer.meta.per_page : 0;
  return (
    <ListPage
      title={t`자주 묻는 질문`}
      aside={
        <label className="flex items-center gap-3 text-14 text-quiet">
          <Trans>분류</Trans>
          <select
            value={category ?? ''}
            onChange={(event) =>
              void navigate({ search: event.target.value ? { category: event.target.value } : {} })
            }
            className="h-11 rounded-md border border-line bg-surface px-4 text-16 text-text"
          >
            <option value="">{t`전체 분류`}</option>
            {categories.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <div className="gutter mt-6">
        <Board
          rows={rows}
          empty={<Trans>이 분류에는 아직 질문이 없어요.</Trans>}
          columns={[
            {
              name: 'number',
              title: <Trans>번호</Trans>,
              className: 'hidden w-20 tablet:table-cell',
              cellClass: 'text-quiet tabular-nums',
              cell: (_, index) => before + index + 1,
            },
            {
              name: 'category',
              title: <Trans>분류</Trans>,
              className: 'w-28 tablet:w-40',
              cellClass: 'text-14 text-quiet',
              cell: (faq) => faq.category,
            },
            {
              name: 'question',
              title: <Trans>제목</Trans>,
              cell: ({ id, question }) => (
                <Link to="/faqs/$id" params={{ id }} className={boardLink}>
                  {question}
                </Link>
              ),
            },
            {
              name: 'day',
              title: <Trans>등록일</Trans>,
              className: 'hidden w-36 tablet:table-cell',
              cellClass: 'text-14 text-quiet tabular-nums',
              cell: (faq) => <Day at={faq.created_at} />,
            },
          ]}
        />
        {answer && <Paging meta={answer.meta} to="/faqs" search={category ? { category } : {}} />}
        <Help />
      </div>
    </ListPage>
  );
}

function Help() {
  return (
    <section aria-labelledby="help-title" className="mt-12 rounded-lg bg-surface p-6 tablet:p-8">
      <h2 id="help-title" className="text-18 tablet:text-22">
        <Trans>찾는 답이 없나요?</Trans>
      </h2>
      <p className="mt-2 text-quiet">
        <Trans>1:1 문의나 전화, 메일로 물어보세요.</Trans>
      </p>
      <Contact />
      <Link
        to="/account/$"
        params={{ _splat: 'inquiries/new' }}
        preload={false}
        className={buttonClass('primary', 'md', 'mt-6')}
      >
        <Trans>1:1 문의하기</Trans>
      </Link>
    </section>
  );
}
