import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { pageNames } from '../../layout/page-names.ts';
import { useMenu } from '../../layout/use-menu.ts';
import { pagesQuery } from '../../page/page.queries.ts';
import { Day } from './article.tsx';
import { latestNoticesQuery, staticPageQuery } from './support.queries.ts';

/** The page of current events; a service without events has none. */
const eventsSlug = 'events';

const shortcut =
  'flex min-h-11 items-center justify-between gap-2 rounded-md bg-raised px-4 py-2 text-14 font-medium hover:bg-line';
const heading = 'flex min-h-11 items-center justify-between gap-4';

/** Above the footer: the last notices, the current events and links to help. Parts that cannot be loaded are left out. */
export function EventBoard() {
  const { t, i18n } = useLingui();
  const context = useApp();
  const menu = useMenu();
  const notices = useQuery(latestNoticesQuery(context)).data?.data ?? [];
  const hasEvents = useQuery(pagesQuery(context)).data?.data.some(({ slug }) => slug === eventsSlug) === true;
  const events = useQuery({ ...staticPageQuery(context, eventsSlug), enabled: hasEvents }).data?.data;
  const parts = 1 + Number(notices.length > 0) + Number(Boolean(events?.thumbs));
  return (
    <section aria-label={t`소식과 도움말`} className="gutter">
      <div
        className={cx(
          'grid gap-x-8 gap-y-6 rounded-lg bg-surface p-5 tablet:p-6',
          parts === 2 && 'tablet:grid-cols-2',
          parts === 3 && 'tablet:grid-cols-2 wide:grid-cols-[1.3fr_0.8fr_1fr]',
        )}
      >
        {notices.length > 0 && (
          <div className="min-w-0">
            <div className={heading}>
              <h2 className="text-18">
                <Trans>공지사항</Trans>
              </h2>
              <Link to="/notice" className="rounded-sm py-2 text-14 text-quiet hover:text-text">
                <Trans>전체 보기</Trans>
                <span className="sr-only">
                  : <Trans>공지사항</Trans>
                </span>
              </Link>
            </div>
            <ul>
              {notices.map((notice) => (
                <li key={notice.id} className="border-b border-line/60 last:border-0">
                  <Link
                    to="/notice/$id"
                    params={{ id: notice.id }}
                    className="flex justify-between gap-4 rounded-sm py-2 text-14 hover:underline"
                  >
                    <span className="min-w-0 truncate">{notice.title}</span>
                    <span className="hidden shrink-0 text-quiet tabular-nums min-[480px]:block">
                      <Day at={notice.created_at} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        {events?.thumbs && (
          <div>
            <div className={heading}>
              <h2 className="text-18">
                <Trans>진행 중인 이벤트</Trans>
              </h2>
            </div>
            <Link
              to="/$slug"
              params={{ slug: events.slug }}
              className="mt-2 block max-w-80 rounded-md hover:underline"
            >
              <Picture image={events.thumbs} kind="landscape" sizes="320px" className="rounded-md" />
              <span className="mt-2 block text-14 font-medium">
                {events.events?.find(({ image }) => image)?.title ?? events.title}
              </span>
            </Link>
          </div>
        )}
        <nav aria-labelledby="help-links" className={cx(parts === 3 && 'tablet:max-wide:col-span-2')}>
          <div className={heading}>
            <h2 id="help-links" className="text-18">
              <Trans>도움이 필요하세요?</Trans>
            </h2>
          </div>
          <ul className={cx('mt-2 grid grid-cols-2 gap-2', parts === 3 && 'tablet:max-wide:grid-cols-4')}>
            <li>
              <Link to="/faqs" className={shortcut}>
                <Trans>자주 묻는 질문</Trans>
                <Icon name="right" size={18} className="text-quiet" />
              </Link>
            </li>
            <li>
              <Link to="/account/$" params={{ _splat: 'inquiries' }} preload={false} className={shortcut}>
                <Trans>1:1 문의</Trans>
                <Icon name="right" size={18} className="text-quiet" />
              </Link>
            </li>
            {menu(['/subscription', '/plans']).map((path) => (
              <li key={path}>
                <Link to={path} className={shortcut}>
                  {i18n._(pageNames[path])}
                  <Icon name="right" size={18} className="text-quiet" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  );
}
