import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Answer } from '../../../ui/api-client.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { Article, Day, Prose } from './article.tsx';
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
      <Article
        above={[]}
        title={page.title}
        html={page.content}
        note={
          page.effective_from && (
            <Trans>
              <Day at={page.effective_from} />
              부터 시행
            </Trans>
          )
        }
        below={page.events && page.events.length > 0 && <Events events={page.events} />}
      >
        <Link to="/" className={buttonClass('quiet')}>
          <Trans>홈으로 가기</Trans>
        </Link>
      </Article>
    </>
  );
}

type BoardEvent = NonNullable<Answer<'GET /api/settings/pages/{slug}'>['data']['events']>[number];

/** What is going on: a picture, what it is about, and where it leads. */
function Events({ events }: { events: readonly BoardEvent[] }) {
  const { t } = useLingui();
  return (
    <ul className="mt-8 grid gap-8" aria-label={t`진행 중인 이벤트`}>
      {events.map(({ id, title, body, image, link, available_from, available_until }) => (
        <li key={id} className="overflow-hidden rounded-md bg-surface">
          {image && <Picture image={image} kind="landscape" sizes="(min-width: 800px) 768px, 100vw" alt="" />}
          <div className="p-5 tablet:p-6">
            <h2 className="text-22">{title}</h2>
            {(available_from || available_until) && (
              <p className="mt-1 text-14 text-quiet">
                {available_from && <Day at={available_from} />} –{' '}
                {available_until && <Day at={available_until} />}
              </p>
            )}
            {body && (
              <div className="mt-3">
                <Prose html={body} />
              </div>
            )}
            {link && (
              <a
                href={link}
                className={`mt-4 ${buttonClass('quiet')}`}
                {...(link.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
              >
                <Trans>자세히 보기</Trans>
                <span className="sr-only">: {title}</span>
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
