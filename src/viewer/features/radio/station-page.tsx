import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Airing, RadioCard } from '../../../contract/viewer/live.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useStore } from '../../../ui/store.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { useApp, useSession } from '../../context.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { AiringProgress } from '../live/airing-progress.tsx';
import { onAir, useNow } from '../live/on-air.ts';
import { spanText } from '../live/times.ts';
import { FavoriteButton } from './favorites.tsx';
import { useNowTitle } from './now-title.tsx';
import { PlayStation } from './play-station.tsx';
import { radioQuery } from './radio.queries.ts';
import { radioPlace, tune, tuned } from './radio-store.ts';

const route = getRouteApi('/main/watch/r/$id');

/** A station: it plays when it is opened, and goes on in the bar when the page is left. */
export function StationPage() {
  const { id } = route.useLoaderData();
  const { data } = useQuery(radioQuery(useApp()));
  const station = data?.data.channels.find((each) => each.id === id);
  const profileId = useSession()?.profile?.id;
  const isHere = station !== undefined && station.skip === '0';
  const latest = useLatest(station);
  // A station that is read again is not tuned again: the viewer may have turned the radio off.
  useEffect(() => {
    if (isHere && profileId && latest.current?.id === id) tune(latest.current, profileId);
  }, [id, isHere, profileId, latest]);
  return station ? <Station station={station} /> : <ErrorPage />;
}

function Station({ station }: { station: RadioCard }) {
  const { t } = useLingui();
  const isTuned = useStore(tuned)?.station.id === station.id;
  const { broadcast } = station;
  return (
    <div className="gutter mx-auto max-w-4xl pt-4 pb-8 desktop:pt-8">
      <Link
        to="/radio"
        className="inline-flex min-h-11 items-center gap-1 rounded-sm text-quiet hover:text-text"
      >
        <Icon name="left" size={20} />
        <Trans>모든 라디오</Trans>
      </Link>
      <div className="mt-2 grid gap-6 tablet:grid-cols-2 tablet:gap-8">
        <div>
          {!(isTuned && station.video) && (
            <Picture
              image={station.preview_image_thumbs}
              kind="logo"
              sizes="(min-width: 767px) 420px, 100vw"
              className="rounded-lg"
              eager
            />
          )}
          {/* The player draws its picture and its controls here. */}
          <div ref={station.skip === '0' ? radioPlace.set : undefined} />
          {!isTuned && station.skip === '0' && (
            <div className="mt-6 grid place-items-center">
              <PlayStation station={station} className="size-16!" />
            </div>
          )}
        </div>
        <div className="min-w-0">
          <div className="flex items-start justify-between gap-2">
            <h1 className="text-28 font-extrabold text-balance tablet:text-36">{station.name}</h1>
            <FavoriteButton station={station} />
          </div>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
            <span>{t`라디오 ${station.number}번`}</span>
            {station.premium === 'Premium' && (
              <span className="inline-flex items-center gap-1 text-gold">
                <Icon name="premium" size={18} />
                <Trans>프리미엄</Trans>
              </span>
            )}
          </p>
          <Programs station={station} />
          {station.description && <p className="mt-6 text-pretty">{station.description}</p>}
          {broadcast && (
            <p className="mt-4 text-quiet">
              <Trans>원래 방송</Trans>{' '}
              {broadcast.url ? (
                <a
                  href={broadcast.url}
                  target="_blank"
                  rel="noopener"
                  className="inline-block rounded-sm py-2 text-jade underline underline-offset-4"
                >
                  {broadcast.name}
                </a>
              ) : (
                <span className="text-text">{broadcast.name}</span>
              )}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** The current program and the next one, with their times. */
function Programs({ station }: { station: RadioCard }) {
  const at = useNow();
  const nowTitle = useNowTitle();
  const { now, next } = onAir(station, at);
  return (
    <dl className="mt-6 space-y-4">
      <div>
        <dt className="text-14 font-semibold text-vermilion">
          <Trans>지금</Trans>
        </dt>
        <Program title={nowTitle(now)} airing={now} isMain />
        {now && at !== null && (
          <dd className="mt-2">
            <AiringProgress airing={now} at={at} />
          </dd>
        )}
      </div>
      {next && (
        <div>
          <dt className="text-14 font-semibold text-quiet">
            <Trans>다음</Trans>
          </dt>
          <Program title={nowTitle(next)} airing={next} />
        </div>
      )}
    </dl>
  );
}

interface ProgramProps {
  title: string;
  airing: Airing | null;
  isMain?: boolean;
}

function Program({ title, airing, isMain }: ProgramProps) {
  const { locale } = useApp();
  return (
    <dd>
      <span className={isMain ? 'block text-22 font-bold' : 'block text-18 font-bold'}>{title}</span>
      <span className="block text-quiet">
        {[airing?.subtitle, airing && spanText(locale, airing)].filter(Boolean).join(' · ')}
      </span>
    </dd>
  );
}
