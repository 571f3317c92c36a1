import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, type ReactElement, useState } from 'react';
import type { Programme } from '../../../contract/viewer/catalog.ts';
import { cx } from '../../../ui/class-names.ts';
import { Badge, Grade } from '../../../ui/components/badges.tsx';
import { Button, RoundButton } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { hoursAndMinutes } from '../../cards/duration.ts';
import { Breadcrumb, Hero } from '../../cards/hero.tsx';
import { Progress } from '../../cards/title-card.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { useApp } from '../../context.ts';
import { Section, WhenNear } from '../../page/section.tsx';
import { usePreparedPlayer } from '../playback/prepare-player.ts';
import { usePlay } from '../playback/use-play.ts';
import { useMark } from '../viewing/use-mark.ts';
import { programmeQuery } from './details.queries.ts';
import { Episodes } from './episodes.tsx';
import { similarQuery } from './similar.queries.ts';

const route = getRouteApi('/main/view/$type/$id');

/** One programme: its facts, its episodes, its cast, and similar titles. */
export function DetailsPage() {
  const { id } = route.useParams();
  const query = useQuery(programmeQuery(useApp(), id));
  const programme = query.data?.data;
  return programme ? <Details key={programme.id} programme={programme} /> : null;
}

function Details({ programme }: { programme: Programme }) {
  const { locale } = useApp();
  const { category } = programme;
  return (
    <article>
      <Hero banner={programme.banner_thumbs} landscape={programme.preview_image_thumbs}>
        <div className="max-w-2xl space-y-4">
          <Breadcrumb
            crumbs={[
              ...(category
                ? [
                    {
                      name: category.name,
                      link: { to: '/category/$id', params: { id: category.slug } } as const,
                    },
                  ]
                : []),
              { name: programme.title },
            ]}
          />
          <h1 className="text-36 font-extrabold text-balance drop-shadow-lg tablet:text-48">
            {programme.title}
          </h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-14 font-medium tablet:text-16">
            <Grade maturity={programme.maturity} locale={locale} us />
            <Facts programme={programme} />
            {programme.premium === 'Premium' && (
              <Badge tone="gold">
                <Trans>프리미엄</Trans>
              </Badge>
            )}
            {programme.leaving_on_hr && <Leaving day={programme.leaving_on_hr} />}
          </div>
          <Actions programme={programme} />
          <Synopsis text={programme.synopsis || programme.description} />
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-14">
            {programme.casts.length > 0 && (
              <>
                <dt className="text-quiet">
                  <Trans>출연</Trans>
                </dt>
                <dd>
                  <Names>
                    {programme.casts.slice(0, 4).map((person) => (
                      <Link key={person.id} to="/cast/$id" params={{ id: person.slug }} className={nameLink}>
                        {person.name}
                      </Link>
                    ))}
                  </Names>
                </dd>
              </>
            )}
            {programme.genres.length > 0 && (
              <>
                <dt className="text-quiet">
                  <Trans>장르</Trans>
                </dt>
                <dd>
                  <Names>
                    {programme.genres.map(({ id, slug, name, parent }) =>
                      parent === null ? (
                        <Link key={id} to="/genre/$id" params={{ id: slug }} className={nameLink}>
                          {name}
                        </Link>
                      ) : (
                        <Link
                          key={id}
                          to="/genre/$id/$subId"
                          params={{ id: parent, subId: slug }}
                          className={nameLink}
                        >
                          {name}
                        </Link>
                      ),
                    )}
                  </Names>
                </dd>
              </>
            )}
            {programme.content_partner && (
              <>
                <dt className="text-quiet">
                  <Trans>제공</Trans>
                </dt>
                <dd>
                  {programme.content_partner.slug === 'kocowa' ? (
                    <Link to="/kocowa" className={nameLink}>
                      {programme.content_partner.name}
                    </Link>
                  ) : (
                    programme.content_partner.name
                  )}
                </dd>
              </>
            )}
          </dl>
        </div>
      </Hero>
      <div className="relative mt-12 space-y-12 desktop:mt-16 desktop:space-y-14">
        {programme.type === 's' && <Episodes programme={programme} />}
        <Cast programme={programme} />
        <WhenNear shape="portrait">{() => <Similar id={programme.id} />}</WhenNear>
      </div>
    </article>
  );
}

const nameLink = 'rounded-sm underline-offset-4 hover:underline';

/** Links one after the other, with commas between them. */
function Names({ children }: { children: ReactElement[] }) {
  return children.map((link, at) => (
    <Fragment key={link.key}>
      {at > 0 && ', '}
      {link}
    </Fragment>
  ));
}

/** Says that a title leaves soon, and its last day. */
function Leaving({ day }: { day: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone="vermilion">
        <Trans>곧 종료</Trans>
      </Badge>
      <Trans>{day}까지</Trans>
    </span>
  );
}

function Facts({ programme }: { programme: Programme }) {
  const { t } = useLingui();
  const facts: string[] = [];
  if (programme.release_year) facts.push(t`${programme.release_year}년`);
  if (programme.type === 's') {
    if (programme.seasons.length > 1) facts.push(t`시즌 ${programme.seasons.length}개`);
    if (programme.episodes_total > 0) facts.push(t`총 ${programme.episodes_total}화`);
  } else if (programme.duration_seconds) {
    const { hours, minutes } = hoursAndMinutes(programme.duration_seconds);
    facts.push(
      hours === 0 ? t`${minutes}분` : minutes === 0 ? t`${hours}시간` : t`${hours}시간 ${minutes}분`,
    );
  }
  if (programme.status === 'upcoming' && programme.play === null) facts.push(t`공개 예정`);
  return facts.map((fact) => <span key={fact}>{fact}</span>);
}

function Actions({ programme }: { programme: Programme }) {
  const { t } = useLingui();
  const play = usePlay();
  const { myList, like, toggleMyList, rate } = useMark(programme);
  const target = programme.play;
  const resume = target !== null && target.current_position > 0;
  const { episode_number: episode, season_number: season } = target ?? {};
  const several = programme.seasons.length > 1;
  // A movie, or a series with episodes, has the button even while no video is ready; the button does nothing then.
  const hasButton = programme.type === 'm' || programme.episodes_total > 0;
  usePreparedPlayer(hasButton && target !== null);
  return (
    <div className="space-y-3 pt-1">
      <div className="flex flex-wrap items-center gap-2 tablet:gap-3">
        {hasButton && (
          <Button
            look="primary"
            size="lg"
            className="min-w-28 flex-1 min-[480px]:min-w-40 min-[480px]:flex-none"
            disabled={target === null}
            onClick={() => target && play(programme, target)}
          >
            <Icon name="play" />
            {resume ? <Trans>이어보기</Trans> : <Trans>재생</Trans>}
          </Button>
        )}
        <RoundButton
          size="lg"
          label={myList ? t`찜한 목록에서 빼기` : t`찜하기`}
          on={myList}
          renamed
          onClick={toggleMyList}
        >
          <Icon name={myList ? 'check' : 'plus'} />
        </RoundButton>
        <RoundButton size="lg" label={t`좋아요`} on={like === 1} onClick={() => rate(1)}>
          <Icon name="like" className={like === 1 ? 'text-rose' : undefined} />
        </RoundButton>
        <RoundButton size="lg" label={t`별로예요`} on={like === 2} onClick={() => rate(2)}>
          <Icon name="dislike" className={like === 2 ? 'text-sky' : undefined} />
        </RoundButton>
      </div>
      {target === null ? (
        <p className="text-14 text-quiet">
          {programme.status === 'upcoming' ? (
            <Trans>곧 공개돼요. 찜해 두면 찾기 쉬워요.</Trans>
          ) : (
            <Trans>지금은 볼 수 있는 영상이 없어요.</Trans>
          )}
        </p>
      ) : (
        episode != null && (
          <div className="flex items-center gap-3 text-14 text-quiet">
            {several && season != null ? (
              <Trans>
                시즌 {season} · {episode}화
              </Trans>
            ) : (
              <Trans>{episode}화</Trans>
            )}
            {resume && programme.percentage > 0 && (
              <span className="relative block h-1 w-32 overflow-hidden rounded-full">
                <Progress percentage={programme.percentage} />
              </span>
            )}
          </div>
        )
      )}
    </div>
  );
}

function Synopsis({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > 180;
  if (!text) return null;
  return (
    <div>
      <p className={cx('whitespace-pre-line text-text/90 tablet:text-18', long && !open && 'line-clamp-4')}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-1 rounded-sm text-14 font-semibold text-quiet hover:text-text"
          onClick={() => setOpen(!open)}
        >
          {open ? <Trans>접기</Trans> : <Trans>더 보기</Trans>}
        </button>
      )}
    </div>
  );
}

function Cast({ programme }: { programme: Programme }) {
  const { t } = useLingui();
  if (programme.casts.length === 0) return null;
  return (
    <Section title={<Trans>출연진과 제작진</Trans>}>
      <Shelf
        items={programme.casts}
        keyOf={(person) => `${person.id}:${person.role}`}
        shape="round"
        label={t`출연진과 제작진`}
        previousLabel={t`이전`}
        nextLabel={t`다음`}
      >
        {(person, tabIndex) => (
          <Link
            to="/cast/$id"
            params={{ id: person.slug }}
            tabIndex={tabIndex}
            className="group/card block rounded-md text-center"
          >
            <Picture
              image={person.image}
              kind="avatar"
              sizes="144px"
              className="rounded-full transition-transform duration-200 ease-out group-hover/card:scale-[1.04]"
            />
            <span className="mt-2 block truncate text-14 font-semibold tablet:text-16">{person.name}</span>
            <span className="line-clamp-2 text-12 text-quiet tablet:text-14">{person.role}</span>
          </Link>
        )}
      </Shelf>
    </Section>
  );
}

function Similar({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery(similarQuery(useApp(), id));
  if (query.isPending) return <ShelfSkeleton shape="portrait" />;
  const cards = query.data?.data ?? [];
  if (cards.length === 0) return null;
  return (
    <Section title={<Trans>비슷한 콘텐츠</Trans>}>
      <TitleShelf cards={cards} shape="portrait" label={t`비슷한 콘텐츠`} />
    </Section>
  );
}
