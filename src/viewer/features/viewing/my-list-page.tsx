import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { TitleCard } from '../../cards/title-card.tsx';
import { useApp, useSession } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { LoadMore } from '../../forms/load-more.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { myListQuery } from './viewing.queries.ts';

const grid =
  'grid grid-cols-2 gap-x-(--row-gap) gap-y-6 min-[480px]:grid-cols-3 tablet:grid-cols-4 desktop:grid-cols-6 wide:grid-cols-7';

/** The profile's own list. What is taken off here disappears at once. */
export function MyListPage() {
  const context = useApp();
  const signedIn = useSession();
  const query = useInfiniteQuery({ ...myListQuery(context), enabled: Boolean(signedIn?.profile) });
  const removed = useSyncExternalStore(
    context.marks.subscribe,
    () =>
      (query.data?.pages.flatMap((page) => page.data) ?? [])
        .filter((card) => context.marks.get(card.program_id)?.my_list === false)
        .map((card) => card.id)
        .join(' '),
    () => '',
  ).split(' ');
  const cards = (query.data?.pages.flatMap((page) => page.data) ?? []).filter(
    (card) => !removed.includes(card.id),
  );
  return (
    <div className="gutter pt-8 tablet:pt-12">
      <h1 className="text-28 tablet:text-36">
        <Trans>찜한 콘텐츠</Trans>
      </h1>
      <div className="mt-6 tablet:mt-8">
        <QueryStates
          query={query}
          loading={<ListSkeleton rows={14} row="aspect-2/3 rounded-md" className={grid} />}
          failed={<Trans>목록을 불러오지 못했어요</Trans>}
          failedClassName="py-16 text-center"
          empty={
            cards.length === 0 && (
              <div className="mx-auto max-w-md py-20 text-center">
                <span className="mx-auto grid size-16 place-items-center rounded-full bg-surface text-quiet">
                  <Icon name="plus" size={32} />
                </span>
                <p className="mt-6 text-22 font-bold">
                  <Trans>아직 찜한 콘텐츠가 없어요</Trans>
                </p>
                <p className="mt-2 text-balance text-quiet">
                  <Trans>보고 싶은 작품에서 + 버튼을 누르면 여기에 모아 둘게요.</Trans>
                </p>
                <Link to="/" className={buttonClass('primary', 'md', 'mt-8')}>
                  <Trans>볼만한 콘텐츠 찾기</Trans>
                </Link>
              </div>
            )
          }
        >
          {() => (
            <ul className={grid}>
              {cards.map((card) => (
                <li key={card.id}>
                  <TitleCard card={card} shape="portrait" />
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
        <LoadMore query={query} className="pt-10" />
      </div>
    </div>
  );
}
