import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { Article } from './article.tsx';
import { staticPageQuery } from './support.queries.ts';

const route = getRouteApi('/main/$slug');

/** A page that staff have written. */
export function StaticPage() {
  const { slug } = route.useParams();
  const page = useQuery(staticPageQuery(useApp(), slug)).data?.data;
  if (!page) return null;
  return (
    <>
      {page.banner && <Picture image={page.banner} kind="banner" sizes="100vw" eager className="max-h-96" />}
      <Article above={[]} title={page.title} html={page.content}>
        <Link to="/" className={buttonClass('quiet')}>
          <Trans>홈으로 가기</Trans>
        </Link>
      </Article>
    </>
  );
}
