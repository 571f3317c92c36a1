import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Card } from '../../../contract/wire.ts';
import { cx } from '../../../ui/class-names.ts';
import { Grade } from '../../../ui/components/badges.tsx';
import { buttonClass, RoundButton } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp, useSession } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { LoadMore } from '../../forms/load-more.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { useMark } from './use-mark.ts';
import { ratingsQuery } from './viewing.queries.ts';

/** What the profile likes and dislikes. A rating taken back here can be given again while the page is open. */
export function ProfileRatingPage() {
  const { t } = useLingui();
  const context = useApp();
  const profile = useSession()?.profile;
  const query = useInfiniteQuery({ ...ratingsQuery(context), enabled: Boolean(profile) });
  const cards = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (!profile) return null;
  const { name } = profile;
  return (
    <>
      <p className="max-w-2xl text-quiet">
        {t`${name} 프로필로 남긴 평가예요. 평가를 바꾸거나 지울 수 있어요.`}
      </p>
      <div className="mt-6 max-w-3xl">
        <QueryStates
          query={query}
          loading={<ListSkeleton rows={4} />}
          failed={<Trans>평가한 콘텐츠를 불러오지 못했어요</Trans>}
          empty={
            cards.length === 0 && (
              <div className="py-12 text-center">
                <p className="text-18 font-bold">
                  <Trans>아직 평가한 콘텐츠가 없어요</Trans>
                </p>
                <p className="mt-2 text-balance text-quiet">
                  <Trans>작품에서 좋아요나 별로예요를 누르면 여기에서 볼 수 있어요.</Trans>
                </p>
                <Link to="/" className={buttonClass('primary', 'md', 'mt-6')}>
                  <Trans>볼만한 콘텐츠 찾기</Trans>
                </Link>
              </div>
            )
          }
        >
          {() => (
            <ul className="divide-y divide-line border-y border-line">
              {cards.map((card) => (
                <li key={card.id}>
                  <Rated card={card} />
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
        <LoadMore query={query} />
      </div>
    </>
  );
}

function Rated({ card }: { card: Card }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const { like, rate } = useMark(card);
  const { title } = card;
  return (
    <div className="flex items-center gap-3 py-3 tablet:gap-4">
      <Link
        to="/view/$type/$id"
        params={{ type: card.type, id: card.slug }}
        className="group/rated flex min-w-0 flex-1 items-center gap-3 rounded-md tablet:gap-4"
      >
        <span
          className={cx(
            'w-24 shrink-0 overflow-hidden rounded-sm tablet:w-32',
            like === 2 && 'opacity-60 grayscale',
          )}
        >
          <Picture image={card.preview_image_thumbs} kind="landscape" sizes="128px" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold group-hover/rated:underline">{title}</span>
          <span className="mt-1 flex items-center gap-2 text-14 text-quiet">
            <Grade maturity={card.maturity} locale={locale} />
            {like === 1 ? (
              <Trans>좋아요</Trans>
            ) : like === 2 ? (
              <Trans>별로예요</Trans>
            ) : (
              <Trans>평가를 지웠어요</Trans>
            )}
          </span>
        </span>
      </Link>
      <span className="flex gap-2">
        <RoundButton label={t`${title} 좋아요`} on={like === 1} onClick={() => rate(1)}>
          <Icon name="like" size={20} className={like === 1 ? 'text-rose' : undefined} />
        </RoundButton>
        <RoundButton label={t`${title} 별로예요`} on={like === 2} onClick={() => rate(2)}>
          <Icon name="dislike" size={20} />
        </RoundButton>
      </span>
    </div>
  );
}
