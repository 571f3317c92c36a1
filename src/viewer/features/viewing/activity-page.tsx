import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProfileActivity } from '../../../contract/account/history.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { ListStates } from '../../forms/list-notes.tsx';
import { useSpokenTime } from './spoken-time.ts';
import { activityQuery } from './viewing.queries.ts';

/** How much each profile of the household has watched lately, and what last. */
export function ActivityPage() {
  const query = useQuery(activityQuery(useApp()));
  return (
    <ListStates query={query} rows={2}>
      {({ data: { days, profiles } }) => (
        <>
          <p className="text-quiet">
            <Trans>최근 2주 동안 프로필마다 얼마나 봤는지 보여 드려요.</Trans>
          </p>
          <div className="mt-6 space-y-4">
            {profiles.map((profile) => (
              <ProfileCard key={profile.id} profile={profile} days={days} />
            ))}
          </div>
        </>
      )}
    </ListStates>
  );
}

function ProfileCard({ profile, days }: { profile: ProfileActivity; days: readonly string[] }) {
  const { t } = useLingui();
  const spoken = useSpokenTime();
  const total = profile.seconds.reduce((sum, seconds) => sum + seconds, 0);
  return (
    <section aria-label={profile.name} className="rounded-lg border border-line bg-surface p-5 tablet:p-6">
      <div className="flex items-center gap-3">
        <Avatar profile={profile} className="size-11 rounded-md" />
        <h2 className="min-w-0 grow truncate text-18 font-bold">{profile.name}</h2>
        <p className="shrink-0 text-right">
          <span className="block text-12 text-quiet">
            <Trans>2주 합계</Trans>
          </span>
          <span className="text-18 font-bold tabular-nums">{spoken(total)}</span>
        </p>
      </div>
      <Bars label={t`날마다 본 시간`} days={days} seconds={profile.seconds} />
      <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-2">
        <Figure name={t`좋아요 수`} value={profile.likes} />
        <Figure name={t`별로예요 수`} value={profile.dislikes} />
        <Figure name={t`검색 수`} value={profile.searches} />
      </dl>
      {profile.titles === null ? (
        <p className="mt-5 flex items-center gap-2 text-14 text-quiet">
          <Icon name="lock" size={16} />
          <Trans>PIN으로 잠근 프로필이라 무엇을 봤는지는 보이지 않아요.</Trans>
        </p>
      ) : (
        profile.titles.length > 0 && (
          <>
            <h3 className="mt-5 text-14 font-semibold text-quiet">
              <Trans>최근에 본 콘텐츠</Trans>
            </h3>
            <ul className="mt-2 grid grid-cols-2 gap-3 tablet:grid-cols-5">
              {profile.titles.map((title) => (
                <li key={title.program_id} className="min-w-0">
                  <Link
                    to="/view/$type/$id"
                    params={{ type: title.type, id: title.slug }}
                    className="block rounded-md hover:underline"
                  >
                    <Picture
                      image={title.image}
                      kind="landscape"
                      sizes="(min-width: 767px) 160px, 45vw"
                      className="rounded-md"
                    />
                    <span className="mt-1 block truncate text-14">{title.title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-14 text-quiet">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** A column a day. Each says its day and length in words; the highest fills the box. */
function Bars({
  label,
  days,
  seconds,
}: {
  label: string;
  days: readonly string[];
  seconds: readonly number[];
}) {
  const { i18n } = useLingui();
  const spoken = useSpokenTime();
  const most = Math.max(...seconds, 1);
  return (
    <ol aria-label={label} className="mt-5 flex h-32 items-stretch gap-1 tablet:gap-2">
      {days.map((day, index) => {
        const at = new Date(`${day}T12:00:00`);
        const length = spoken(seconds[index] ?? 0);
        const words = `${i18n.date(at, { month: 'long', day: 'numeric' })}: ${length}`;
        return (
          <li key={day} title={words} className="flex min-w-0 grow basis-0 flex-col justify-end gap-1">
            <span className="sr-only">{words}</span>
            <span
              className={`block min-h-0.5 rounded-sm ${(seconds[index] ?? 0) > 0 ? 'bg-jade' : 'bg-line'}`}
              style={{ height: `${((seconds[index] ?? 0) / most) * 100}%` }}
            />
            <span
              aria-hidden="true"
              className="h-4 shrink-0 text-center text-12 leading-4 text-quiet tabular-nums"
            >
              {index % 2 === (days.length - 1) % 2 ? at.getDate() : ' '}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
