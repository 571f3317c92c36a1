import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RadioCard } from '../../../contract/viewer/live.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { places, Skeleton } from '../../../ui/components/skeleton.tsx';
import { useApp } from '../../context.ts';
import { QueryStates } from '../../page/query-states.tsx';
import { Section } from '../../page/section.tsx';
import { useNow } from '../live/on-air.ts';
import { useFavorites } from './favorites.tsx';
import { radioQuery } from './radio.queries.ts';
import { StationCard } from './station-card.tsx';
import { findStations } from './stations.ts';

const grid = 'gutter grid grid-cols-1 gap-3 tablet:grid-cols-2 tablet:gap-4 wide:grid-cols-3';

/** Radio: all stations with their current programs, in groups. */
export function RadioPage() {
  const { t } = useLingui();
  const query = useQuery(radioQuery(useApp()));
  const [text, setText] = useState('');
  return (
    <div className="pt-6 desktop:pt-10">
      <div className="gutter flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-28 font-extrabold tablet:text-36">
          <Trans>라디오</Trans>
        </h1>
        <search className="relative w-full tablet:w-80">
          <Icon
            name="search"
            size={20}
            className="pointer-events-none absolute inset-y-0 left-3 my-auto text-quiet"
          />
          <input
            type="search"
            aria-label={t`방송 찾기`}
            placeholder={t`방송이나 프로그램 이름`}
            value={text}
            className="h-12 w-full rounded-full border border-line bg-surface pr-4 pl-10 placeholder:text-quiet hover:border-quiet"
            onChange={(event) => setText(event.target.value)}
          />
        </search>
      </div>
      <QueryStates
        query={query}
        keepsData
        loading={<StationsSkeleton />}
        failed={<Trans>라디오를 불러오지 못했어요</Trans>}
        failedClassName="gutter py-16 text-center"
      >
        {({ data }) =>
          data.channels.length === 0 ? (
            <p className="gutter py-16 text-center text-quiet">
              <Trans>지금 들을 수 있는 방송이 없어요.</Trans>
            </p>
          ) : text.trim() ? (
            <Found stations={data.channels} text={text} />
          ) : (
            <Groups {...data} />
          )
        }
      </QueryStates>
    </div>
  );
}

interface GroupsProps {
  channels: RadioCard[];
  groups: { id: string; name: string; channel_ids: string[] }[];
}

/** The favorites first, then each group, then the stations of no group. */
function Groups({ channels, groups }: GroupsProps) {
  const { t } = useLingui();
  const byId = new Map(channels.map((station) => [station.id, station]));
  const pick = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const grouped = new Set(groups.flatMap(({ channel_ids }) => channel_ids));
  const sections = [
    { id: 'favorites', name: t`즐겨찾기`, stations: pick(useFavorites()) },
    ...groups.map(({ id, name, channel_ids }) => ({ id, name, stations: pick(channel_ids) })),
    {
      id: 'others',
      name: groups.length > 0 ? t`다른 방송` : t`모든 방송`,
      stations: channels.filter(({ id }) => !grouped.has(id)),
    },
  ].filter(({ stations }) => stations.length > 0);
  return (
    <div className="mt-8 space-y-10">
      {sections.map(({ id, name, stations }) => (
        <Section key={id} title={name}>
          <Stations name={name} stations={stations} />
        </Section>
      ))}
    </div>
  );
}

function Found({ stations, text }: { stations: RadioCard[]; text: string }) {
  const { t } = useLingui();
  const found = findStations(stations, text, useNow());
  return (
    <div className="mt-8 space-y-3">
      <p role="status" className="gutter text-quiet">
        {found.length > 0 ? (
          <Plural value={found.length} one="방송 #개" other="방송 #개" />
        ) : (
          <Trans>찾는 방송이 없어요. 다른 말로 찾아보세요.</Trans>
        )}
      </p>
      <Stations name={t`찾은 방송`} stations={found} />
    </div>
  );
}

function Stations({ name, stations }: { name: string; stations: readonly RadioCard[] }) {
  const at = useNow();
  if (stations.length === 0) return null;
  return (
    <ul aria-label={name} className={grid}>
      {stations.map((station) => (
        // Distant cards are not rendered: many stations scroll like ten.
        <li key={station.id} className="[contain-intrinsic-size:auto_140px] [content-visibility:auto]">
          <StationCard station={station} at={at} />
        </li>
      ))}
    </ul>
  );
}

function StationsSkeleton() {
  const { t } = useLingui();
  return (
    <div className={`${grid} mt-8`} aria-busy="true" role="status" aria-label={t`불러오는 중`}>
      {places(9).map((place) => (
        <Skeleton key={place} className="h-36 rounded-lg" />
      ))}
    </div>
  );
}
