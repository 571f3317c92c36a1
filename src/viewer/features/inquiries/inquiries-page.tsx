import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../ui/components/badges.tsx';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp } from '../../context.ts';
import { ListEmpty, ListStates } from '../../forms/list-notes.tsx';
import { LoadMore } from '../../forms/load-more.tsx';
import { Day } from '../support/article.tsx';
import { inquiriesQuery } from './inquiries.queries.ts';
import { stateNames, stateTones, typeNames } from './names.ts';

/** What the household has asked, newest first, and the way to ask. */
export function InquiriesPage() {
  const { i18n } = useLingui();
  const query = useInfiniteQuery(inquiriesQuery(useApp()));
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  const askLink = (
    <Link to="/account/$" params={{ _splat: 'inquiries/new' }} className={buttonClass('primary')}>
      <Trans>문의하기</Trans>
    </Link>
  );
  return (
    <ListStates
      query={query}
      keepsData
      empty={
        rows.length === 0 && (
          <ListEmpty
            icon="info"
            title={<Trans>아직 문의한 내용이 없어요</Trans>}
            hint={<Trans>궁금하거나 불편한 점을 남기면 담당자가 답해 드려요.</Trans>}
          >
            {askLink}
          </ListEmpty>
        )
      }
    >
      {() => (
        <>
          {askLink}
          <ul className="mt-6 border-t border-line">
            {rows.map((row) => (
              <li key={row.id} className="border-b border-line/60">
                <Link
                  to="/account/$"
                  params={{ _splat: `inquiry-history/${row.id}` }}
                  className="flex min-h-16 items-center gap-4 rounded-sm py-3 hover:bg-surface"
                >
                  <span className="min-w-0 grow">
                    <span className="block truncate font-semibold">{row.title}</span>
                    <span className="block text-14 text-quiet">
                      {i18n._(typeNames[row.type])} · <Day at={row.created_at} />
                    </span>
                  </span>
                  <Badge tone={stateTones[row.status]}>{i18n._(stateNames[row.status])}</Badge>
                  <Icon name="right" size={20} className="text-quiet" />
                </Link>
              </li>
            ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
    </ListStates>
  );
}
