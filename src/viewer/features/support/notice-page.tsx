import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { useApp } from '../../context.ts';
import { Article, Day } from './article.tsx';
import { noticeQuery } from './support.queries.ts';

const route = getRouteApi('/main/notice/$id');

/** One notice. */
export function NoticePage() {
  const { t } = useLingui();
  const { id } = route.useParams();
  const notice = useQuery(noticeQuery(useApp(), id)).data?.data;
  if (!notice) return null;
  return (
    <Article
      above={[{ name: t`공지사항`, link: { to: '/notice' } }]}
      title={notice.title}
      note={<Day at={notice.created_at} />}
      html={notice.description}
    >
      <Link to="/notice" className={buttonClass('quiet')}>
        <Trans>목록으로</Trans>
      </Link>
    </Article>
  );
}
