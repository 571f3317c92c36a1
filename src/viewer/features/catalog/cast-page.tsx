import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Cast } from '../../../contract/viewer/lists.ts';
import type { Card } from '../../../contract/wire.ts';
import { Grid } from '../../../ui/components/grid.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { Breadcrumb } from '../../cards/hero.tsx';
import { TitleCard } from '../../cards/title-card.tsx';
import { useApp } from '../../context.ts';
import { castQuery } from './lists.queries.ts';

const route = getRouteApi('/main/cast/$id');

/** A person: who they are, and every title they are in. */
export function CastPage() {
  const { id } = route.useParams();
  const person = useQuery(castQuery(useApp(), id)).data?.data;
  if (!person) return null;
  return (
    <div className="gutter pt-6 tablet:pt-10">
      <Breadcrumb crumbs={[{ name: person.name }]} />
      <div className="mt-6 flex flex-col items-center gap-6 text-center tablet:flex-row tablet:gap-10 tablet:text-left">
        <Picture
          image={person.avatar}
          kind="avatar"
          sizes="192px"
          eager
          className="w-36 shrink-0 rounded-full tablet:w-48"
        />
        <div>
          <h1 className="text-28 font-extrabold text-balance tablet:text-48">{person.name}</h1>
          <Facts person={person} />
        </div>
      </div>
      <section aria-labelledby="shows-title" className="mt-10 tablet:mt-14">
        <h2 id="shows-title" className="mb-4 text-18 tablet:text-22">
          <Trans>출연작</Trans>
        </h2>
        {person.videos.length > 0 ? (
          <Shows videos={person.videos} />
        ) : (
          <p className="rounded-md bg-surface px-6 py-10 text-center text-quiet">
            <Trans>지금 볼 수 있는 출연작이 없어요.</Trans>
          </p>
        )}
      </section>
    </div>
  );
}

function Facts({ person }: { person: Cast }) {
  const { locale } = useApp();
  const { profession, dob, age } = person;
  const born =
    dob &&
    new Date(`${dob}T00:00:00Z`).toLocaleDateString(locale === 'ko' ? 'ko-KR' : 'en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-left">
      {profession && (
        <>
          <dt className="text-quiet">
            <Trans>직업</Trans>
          </dt>
          <dd>{profession}</dd>
        </>
      )}
      {born && (
        <>
          <dt className="text-quiet">
            <Trans>생년월일</Trans>
          </dt>
          <dd>{born}</dd>
        </>
      )}
      {age !== null && (
        <>
          <dt className="text-quiet">
            <Trans>나이</Trans>
          </dt>
          <dd>
            <Trans>만 {age}세</Trans>
          </dd>
        </>
      )}
    </dl>
  );
}

function Shows({ videos }: { videos: readonly Card[] }) {
  const { t } = useLingui();
  return (
    <Grid items={videos} keyOf={idOf} shape="portrait" label={t`출연작`}>
      {drawPoster}
    </Grid>
  );
}

const idOf = (card: Card) => card.id;
const drawPoster = (card: Card, tabIndex: 0 | -1) => (
  <TitleCard card={card} shape="portrait" tabIndex={tabIndex} />
);
