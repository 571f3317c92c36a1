import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { SearchAnswer } from '../../../contract/viewer/search.ts';
import { cx } from '../../../ui/class-names.ts';
import { Grid, columns as gridColumns } from '../../../ui/components/grid.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { places } from '../../../ui/components/skeleton.tsx';
import { clockNow } from '../../clock.ts';
import { profileIdOf, useApp } from '../../context.ts';
import { Failed } from '../../page/failed.tsx';
import { newReleaseQuery } from '../catalog/new-release.queries.ts';
import { useNow } from '../live/on-air.ts';
import { historyQuery, searchQuery } from '../search/search.queries.ts';
import { noteOpened, noteSearch } from '../search/searched.ts';
import { placeOf, TvCard } from './tv-card.tsx';
import { type TvFind, tvFinds } from './tv-finds.ts';
import { isPlayable, type TvItem, titleItem } from './tv-rows.ts';

interface TvResultsProps {
  ref: RefObject<HTMLElement | null>;
  /** The text once it has settled; empty before anything is typed. */
  q: string;
  /** A text that was searched before is chosen. */
  onTerm: (term: string) => void;
  /** Nothing has the focus, and no card takes it. */
  onLost: () => void;
}

/** The results of a search on a television. Before a search and after an empty one, titles to watch instead. */
export function TvResults({ ref, q, onTerm, onLost }: TvResultsProps) {
  const { t } = useLingui();
  const context = useApp();
  const { tvSearch } = context;
  const profileId = profileIdOf(context);
  const query = useQuery(searchQuery(context, q));
  const shown = useShown(q, query.data);
  const now = useNow() ?? clockNow();
  const finds = useMemo(
    () => (shown ? tvFinds(shown.data, (number) => t`${number}화`, now) : []),
    [shown, now, t],
  );
  const isEmpty = shown !== null && finds.length === 0;
  const others = useOthers(q === '' || isEmpty);
  const isPending = q !== '' ? !shown : others === undefined;

  // The focus returns to the card that the player was opened from. It is never lost when cards are replaced.
  useEffect(() => {
    const focused = document.activeElement;
    if (focused && focused !== document.body && focused.id !== 'main') return;
    if (tvSearch.place !== null && isPending && !query.isError) return;
    const card = [...(ref.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].find(
      ({ dataset }) => dataset.place === tvSearch.place,
    );
    if (!card) {
      onLost();
      return;
    }
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'center' });
  });
  // Every text on the way is a search to the server, but only a text whose results are looked at is one of the profile.
  const unheard = useRef<string | null>(null);
  unheard.current = isEmpty ? shown.q : null;
  useEffect(
    () => () => void (unheard.current && noteSearch(context, unheard.current, profileId)),
    [context, profileId],
  );

  const draw = useCallback(
    (item: TvItem | TvFind, tabIndex: 0 | -1) => (
      <TvCard
        item={item}
        shape="landscape"
        sizes="18vw"
        place={placeOf(item)}
        tabIndex={tabIndex}
        onFocus={(place) => {
          tvSearch.place = place;
        }}
        onPlay={() => 'found' in item && noteOpened(context, item.found)}
      />
    ),
    [context, tvSearch],
  );
  const count = finds.length;
  const words = shown?.q ?? '';
  return (
    <section
      ref={ref}
      aria-label={t`검색 결과`}
      className="no-scrollbar min-w-0 tablet:-m-3 tablet:h-[calc(90vh+1.5rem)] tablet:overflow-y-auto tablet:p-3"
      onFocus={() => {
        if (q !== '' && shown?.q === q && count > 0) noteSearch(context, q, profileId);
      }}
    >
      <div role="status">
        {count > 0 && (
          <h2 className="mb-4 text-18 break-words">
            <Trans>
              ‘{words}’ 검색 결과 {count}개
            </Trans>
          </h2>
        )}
        {isEmpty && (
          <div className="mb-8">
            <h2 className="text-22 break-words">
              <Trans>‘{words}’ 검색 결과가 없어요</Trans>
            </h2>
            <p className="mt-2 text-quiet">
              <Trans>검색어를 줄여 보거나, 제목의 초성(ㄷㄷㅇㅅ)이나 배우 이름으로 찾아보세요.</Trans>
            </p>
          </div>
        )}
      </div>
      {q !== '' && query.isError ? (
        <Failed className="py-12" onRetry={() => void query.refetch()}>
          <Trans>검색하지 못했어요</Trans>
        </Failed>
      ) : isPending ? (
        <ResultsSkeleton />
      ) : count > 0 ? (
        <Grid
          key={words}
          items={finds}
          keyOf={placeOf}
          shape="landscape"
          label={t`검색 결과`}
          className={columns}
        >
          {draw}
        </Grid>
      ) : (
        <>
          {q === '' && <Terms onTerm={onTerm} />}
          {others && others.length > 0 && (
            <>
              <h2 className="mb-4 text-18">
                <Trans>이런 작품은 어때요?</Trans>
              </h2>
              <Grid
                items={others}
                keyOf={placeOf}
                shape="landscape"
                label={t`이런 작품은 어때요?`}
                className={columns}
              >
                {draw}
              </Grid>
            </>
          )}
        </>
      )}
    </section>
  );
}

const columns = 'tablet:grid-cols-3!';

/** The last answer and its query. It stays while the answer to a longer text is on its way. */
function useShown(q: string, data: SearchAnswer | undefined): { q: string; data: SearchAnswer } | null {
  const last = useRef<{ q: string; data: SearchAnswer } | null>(null);
  if (q === '') last.current = null;
  else if (data && (last.current?.q !== q || last.current.data !== data)) last.current = { q, data };
  return last.current;
}

const othersCount = 12;

/** The newest titles that can be played; undefined until they are known. */
function useOthers(wanted: boolean): TvItem[] | undefined {
  const context = useApp();
  const { data, isError } = useInfiniteQuery({
    ...newReleaseQuery(context, { perPage: othersCount }),
    enabled: wanted,
  });
  return useMemo(() => {
    if (isError) return [];
    return data?.pages[0]?.data.filter(isPlayable).map((card) => titleItem(card, 'landscape'));
  }, [data, isError]);
}

const maxTerms = 6;

/** The last searches of the profile. */
function Terms({ onTerm }: { onTerm: (term: string) => void }) {
  const { t } = useLingui();
  const terms = useQuery(historyQuery(useApp())).data?.data.slice(0, maxTerms) ?? [];
  const draw = useCallback(
    (term: string, tabIndex: 0 | -1) => (
      <button
        type="button"
        tabIndex={tabIndex}
        className="flex min-h-11 w-full items-center gap-2 rounded-md bg-raised px-3 text-left font-semibold"
        onClick={() => onTerm(term)}
      >
        <Icon name="clock" size={16} className="shrink-0 text-quiet" />
        <span className="min-w-0 truncate">{term}</span>
      </button>
    ),
    [onTerm],
  );
  if (terms.length === 0) return null;
  return (
    <div className="mb-8">
      <h2 className="mb-4 text-18">
        <Trans>최근 검색어</Trans>
      </h2>
      <Grid items={terms} keyOf={ownKey} shape="landscape" label={t`최근 검색어`} className={columns}>
        {draw}
      </Grid>
    </div>
  );
}

const ownKey = (term: string) => term;

function ResultsSkeleton() {
  const { t } = useLingui();
  return (
    <div
      className={cx('grid gap-x-(--row-gap) gap-y-6', gridColumns.landscape, columns)}
      role="status"
      aria-busy="true"
      aria-label={t`찾는 중`}
    >
      {places(9).map((place) => (
        <div key={place}>
          <div className="skeleton aspect-video rounded-md" style={{ animationDelay: `${place * 60}ms` }} />
          <div className="skeleton mt-2 h-5 w-3/4 rounded-sm" />
        </div>
      ))}
    </div>
  );
}
