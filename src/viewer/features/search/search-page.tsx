import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { ChannelCard as ChannelCardData } from '../../../contract/viewer/live.ts';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import type { FoundPerson, OpenedType, SearchResult } from '../../../contract/viewer/search.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { columns, Grid } from '../../../ui/components/grid.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { places } from '../../../ui/components/skeleton.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { TitleCard } from '../../cards/title-card.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { VideoCard } from '../../cards/video-card.tsx';
import { profileIdOf, useApp } from '../../context.ts';
import type { SectionLink } from '../../links.ts';
import { Failed } from '../../page/failed.tsx';
import { OnOpen } from '../../page/quick-panel-store.ts';
import { Section } from '../../page/section.tsx';
import { newReleaseQuery } from '../catalog/new-release.queries.ts';
import { ChannelCard, channelSizes } from '../live/channel-card.tsx';
import { useNow } from '../live/on-air.ts';
import { ClipCard } from '../partner-video/clip-card.tsx';
import { historyKey, historyQuery, searchQuery } from './search.queries.ts';
import { noteOpened, noteSearch } from './searched.ts';

const route = getRouteApi('/main/search');

/** The results of a query: titles, people, channels, episodes and clips. The search history stands above them. */
export function SearchPage() {
  const { q = '' } = route.useSearch();
  const context = useApp();
  const profileId = profileIdOf(context);
  const query = useQuery(searchQuery(context, q));
  useEffect(() => {
    if (q) noteSearch(context, q, profileId);
  }, [context, q, profileId]);
  const { data } = query;
  const found =
    data && data.results.length + data.people.length + data.channels.length + data.yt_results.length > 0;
  return (
    <div className="pt-6 tablet:pt-10">
      <div className="gutter">
        <div role="status">
          <h1 className="text-22 font-extrabold break-words text-balance tablet:text-28">
            {data?.message ?? (q ? <Trans>‘{q}’ 검색</Trans> : <Trans>검색</Trans>)}
          </h1>
        </div>
        <History />
      </div>
      {query.isError ? (
        <Failed className="gutter py-16 text-center" onRetry={() => void query.refetch()}>
          <Trans>검색하지 못했어요</Trans>
        </Failed>
      ) : q && !data ? (
        <ResultsSkeleton />
      ) : found ? (
        <Results key={q} {...data} />
      ) : (
        <Nothing asked={q !== ''} />
      )}
    </div>
  );
}

/** The search history of this profile: each entry leads to its results and can be deleted. */
function History() {
  const { t } = useLingui();
  const context = useApp();
  const { api, queryClient } = context;
  const profileId = profileIdOf(context);
  const options = historyQuery(context);
  const terms = useQuery(options).data?.data ?? [];
  if (!profileId || terms.length === 0) return null;
  const forget = async (term?: string) => {
    await queryClient.cancelQueries({ queryKey: historyKey });
    queryClient.setQueryData(options.queryKey, {
      data: term === undefined ? [] : terms.filter((own) => own !== term),
    });
    await api('DELETE /api/video/search/history', {
      query: { profile_id: profileId, ...(term === undefined ? {} : { q: term }) },
    }).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: historyKey });
  };
  return (
    <section aria-label={t`최근 검색어`} className="mt-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-14 font-semibold text-quiet">
          <Trans>최근 검색어</Trans>
        </h2>
        <button
          type="button"
          className="min-h-6 rounded-sm text-14 text-quiet underline-offset-2 hover:text-text hover:underline"
          onClick={() => void forget()}
        >
          <Trans>모두 지우기</Trans>
        </button>
      </div>
      <ul className="no-scrollbar mt-2 flex gap-2 overflow-x-auto py-1 tablet:flex-wrap">
        {terms.map((term) => (
          <li key={term} className="flex h-9 shrink-0 items-center rounded-full bg-raised text-14">
            <Link
              to="/search"
              search={{ q: term }}
              preload={false}
              className="max-w-60 truncate rounded-full py-2 pr-1 pl-4 font-semibold text-text/90 hover:text-text"
            >
              {term}
            </Link>
            <button
              type="button"
              aria-label={t`검색어 ‘${term}’ 지우기`}
              className="mr-1 grid size-7 place-items-center rounded-full text-quiet hover:text-text"
              onClick={() => void forget(term)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Their pictures are fetched at once: a phone shows so many without scrolling. */
const fewTitles = 4;
/** A phone shows one below the other, and people and clips come with them. */
const fewEpisodes = 8;

interface Finds {
  results: SearchResult[];
  people: FoundPerson[];
  channels: ChannelCardData[];
  yt_results: Clip[];
}

function Results({ results, people, channels, yt_results }: Finds) {
  const { t } = useLingui();
  const [allEpisodes, setAllEpisodes] = useState(false);
  const shown = results.filter(isShown);
  const titles = shown.filter((card) => card.type !== 'e');
  const episodes = shown.filter((card) => card.type === 'e');
  return (
    <div className="mt-8 space-y-10">
      {titles.length > 0 && (
        <Section title={<Trans>작품</Trans>}>
          <div className="gutter">
            <Grid items={titles} keyOf={idOf} shape="portrait" label={t`작품`}>
              {(card, tabIndex) => (
                <Opened card={card}>
                  <TitleCard
                    card={card}
                    shape="portrait"
                    tabIndex={tabIndex}
                    note={card.release_date ?? undefined}
                    eager={titles.indexOf(card) < fewTitles}
                  />
                </Opened>
              )}
            </Grid>
          </div>
        </Section>
      )}
      {people.length > 0 && (
        <Section title={<Trans>인물</Trans>}>
          <Shelf
            items={people}
            keyOf={idOf}
            shape="round"
            label={t`인물`}
            previousLabel={t`이전`}
            nextLabel={t`다음`}
          >
            {(person, tabIndex) => <Person person={person} tabIndex={tabIndex} />}
          </Shelf>
        </Section>
      )}
      <Channels
        title={t`실시간 TV`}
        link={{ to: '/live-tv' }}
        channels={channels.filter(({ type }) => type === 't')}
      />
      <Channels
        title={t`라디오`}
        link={{ to: '/radio' }}
        channels={channels.filter(({ type }) => type === 'r')}
      />
      {episodes.length > 0 && (
        <Section title={<Trans>회차</Trans>}>
          <div className="gutter">
            <Grid
              items={allEpisodes ? episodes : episodes.slice(0, fewEpisodes)}
              keyOf={idOf}
              shape="landscape"
              label={t`회차`}
            >
              {(card, tabIndex) => (
                <Opened card={card}>
                  <VideoCard
                    card={card}
                    opens="player"
                    tabIndex={tabIndex}
                    eager={titles.length < fewTitles && card === episodes[0]}
                  />
                </Opened>
              )}
            </Grid>
            {!allEpisodes && episodes.length > fewEpisodes && (
              <div className="pt-8 text-center">
                <Button onClick={() => setAllEpisodes(true)}>
                  <Trans>더 보기</Trans>
                </Button>
              </div>
            )}
          </div>
        </Section>
      )}
      {yt_results.length > 0 && (
        <Section title={<Trans>유튜브</Trans>} link={{ to: '/youtube' }}>
          <div className="gutter">
            <Grid items={yt_results.filter(isShown)} keyOf={idOf} shape="landscape" label={t`유튜브`}>
              {drawClip}
            </Grid>
          </div>
        </Section>
      )}
    </div>
  );
}

interface ChannelsProps {
  title: string;
  link: SectionLink;
  channels: ChannelCardData[];
}

function Channels({ title, link, channels }: ChannelsProps) {
  const { t } = useLingui();
  const at = useNow();
  if (channels.length === 0) return null;
  return (
    <Section title={title} link={link}>
      <Shelf
        items={channels}
        keyOf={idOf}
        shape="landscape"
        label={title}
        previousLabel={t`이전`}
        nextLabel={t`다음`}
      >
        {(channel, tabIndex) => (
          <Opened card={channel}>
            <ChannelCard card={channel} at={at} tabIndex={tabIndex} sizes={channelSizes} />
          </Opened>
        )}
      </Shelf>
    </Section>
  );
}

const idOf = ({ id }: { id: string }) => id;
const drawClip = (clip: Clip, tabIndex: 0 | -1) => (
  <Opened card={clip}>
    <ClipCard clip={clip} tabIndex={tabIndex} place="grid" />
  </Opened>
);

/** Notes when the find inside is opened, however that is done. */
function Opened({ card, children }: { card: { id: string; type: OpenedType }; children: ReactNode }) {
  const context = useApp();
  const note = () => noteOpened(context, card);
  return (
    // A link followed by key is a click too.
    <OnOpen value={note}>
      <div onClickCapture={note}>{children}</div>
    </OnOpen>
  );
}

function Person({ person, tabIndex }: { person: FoundPerson; tabIndex: 0 | -1 }) {
  const context = useApp();
  return (
    <Link
      to="/cast/$id"
      params={{ id: person.slug }}
      tabIndex={tabIndex}
      className="group/card block rounded-md text-center"
      onClick={() => noteOpened(context, { id: person.id, type: 'c' })}
    >
      <Picture image={person.image} kind="avatar" sizes="144px" className="rounded-full" />
      <p className="mt-2 truncate text-14 font-semibold tablet:text-16">{person.name}</p>
      <p className="truncate text-12 text-quiet tablet:text-14">{person.profession}</p>
    </Link>
  );
}

function ResultsSkeleton() {
  const { t } = useLingui();
  return (
    <div className="gutter mt-8" role="status" aria-busy="true" aria-label={t`찾는 중`}>
      <div className={cx('grid gap-x-(--row-gap) gap-y-6', columns.portrait)}>
        {places(16).map((place) => (
          <div key={place}>
            <div className="skeleton aspect-2/3 rounded-md" style={{ animationDelay: `${place * 60}ms` }} />
            <div className="skeleton mt-2 h-5 w-3/4 rounded-sm" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Nothing found, or nothing asked yet: what to do, and something to watch instead. */
function Nothing({ asked }: { asked: boolean }) {
  const { t } = useLingui();
  const context = useApp();
  const newest = useInfiniteQuery(newReleaseQuery(context, {}));
  const cards = newest.data?.pages[0]?.data ?? [];
  return (
    <div className="space-y-12 pt-10">
      <div className="gutter mx-auto max-w-lg text-center">
        <span className="mx-auto grid size-16 place-items-center rounded-full bg-surface text-quiet">
          <Icon name="search" size={32} />
        </span>
        <p className="mt-6 text-22 font-bold text-balance">
          {asked ? <Trans>찾는 작품이 아직 없어요</Trans> : <Trans>무엇을 볼까요?</Trans>}
        </p>
        <p className="mt-2 text-balance text-quiet">
          {asked ? (
            <Trans>검색어를 줄여 보거나, 제목의 초성(ㄷㄷㅇㅅ)이나 배우 이름으로 찾아보세요.</Trans>
          ) : (
            <Trans>제목과 배우 이름은 물론, 초성이나 로마자로 적어도 찾을 수 있어요.</Trans>
          )}
        </p>
      </div>
      {cards.length > 0 && (
        <Section title={<Trans>이런 작품은 어때요?</Trans>}>
          <TitleShelf cards={cards} shape="portrait" label={t`이런 작품은 어때요?`} />
        </Section>
      )}
    </div>
  );
}
