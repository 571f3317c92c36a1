import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp } from '../../context.ts';
import { Day } from './article.tsx';
import { Board, boardLink } from './board.tsx';
import { Paging } from './paging.tsx';
import { noticesQuery } from './support.queries.ts';

const route = getRouteApi('/main/notice');

/** What the service has to tell, newest first. */
export function NoticesPage() {
  const { t } = useLingui();
  const { page = 1 } = route.useSearch();
  const answer = useQuery(noticesQuery(useApp(), page)).data;
  if (!answer) return null;
  const { data: rows, meta } = answer;
  return (
    <ListPage title={t`공지사항`}>
      <div className="gutter mt-6">
        <Board
          rows={rows}
          empty={<Trans>아직 공지가 없어요.</Trans>}
          columns={[
            {
              name: 'number',
              title: <Trans>번호</Trans>,
              className: 'hidden w-20 tablet:table-cell',
              cellClass: 'text-quiet tabular-nums',
              cell: (_, index) => meta.total - (meta.current_page - 1) * meta.per_page - index,
            },
            {
              name: 'title',
              title: <Trans>제목</Trans>,
              cell: ({ id, title }) => (
                <Link to="/notice/$id" params={{ id }} className={boardLink}>
                  {title}
                </Link>
              ),
            },
            {
              name: 'day',
              title: <Trans>등록일</Trans>,
              className: 'w-36',
              cellClass: 'text-14 whitespace-nowrap text-quiet tabular-nums',
              cell: (notice) => <Day at={notice.created_at} />,
            },
          ]}
        />
        <Paging meta={meta} to="/notice" />
      </div>
    </ListPage>
  );
}
