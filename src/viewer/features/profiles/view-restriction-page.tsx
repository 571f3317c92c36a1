import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LimitedProfile } from '../../../contract/account/profiles.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Grade } from '../../../ui/components/badges.tsx';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp, useSession } from '../../context.ts';
import { ListSkeleton } from '../../forms/list-notes.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { timeText } from './hours-text.ts';
import { limitedProfilesQuery } from './profiles.queries.ts';

/** What limits each profile of the household, and the way to change it. */
export function ViewRestrictionPage() {
  const query = useQuery(limitedProfilesQuery(useApp()));
  const hasParentPin = useSession()?.user.has_parent_pin ?? false;
  return (
    <>
      <p className="max-w-2xl text-quiet">
        <Trans>프로필마다 볼 수 있는 등급과 시간, 보지 않을 콘텐츠를 정할 수 있어요.</Trans>
      </p>
      <div className="mt-6 max-w-3xl">
        <QueryStates
          query={query}
          loading={<ListSkeleton rows={3} row="h-40 rounded-lg" />}
          failed={<Trans>시청 제한을 불러오지 못했어요</Trans>}
        >
          {({ data }) => (
            <ul className="space-y-3">
              {data.profiles.map((profile) => (
                <li key={profile.id}>
                  <Limits profile={profile} />
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
      </div>
      {!hasParentPin && query.data?.data.profiles.some(({ is_kid }) => is_kid) && (
        <p className="mt-6 flex max-w-3xl flex-wrap items-center gap-3 rounded-lg bg-sky/15 p-4">
          <Icon name="info" size={20} className="text-sky" />
          <span className="min-w-0 flex-1 basis-48">
            <Trans>보호자 PIN이 없으면 아이가 다른 프로필로 바꿀 수 있어요.</Trans>
          </span>
          <Link to="/account/$" params={{ _splat: 'parent-pin' }} className={buttonClass('quiet', 'md')}>
            <Trans>보호자 PIN 정하기</Trans>
          </Link>
        </p>
      )}
    </>
  );
}

function Limits({ profile }: { profile: LimitedProfile }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const { name, hours, blocked_count, age } = profile;
  const between = (window: LimitedProfile['hours']['weekdays']) =>
    window ? `${timeText(window.from, locale)} – ${timeText(window.until, locale)}` : t`언제나`;
  return (
    <section
      aria-label={name}
      className="flex flex-wrap items-start gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <Avatar profile={profile} className="size-14 rounded-md text-22" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="flex flex-wrap items-center gap-2 text-18">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          {profile.is_kid && (
            <span className="rounded-full bg-jade/15 px-2 text-12 font-semibold text-jade">
              {age === null ? <Trans>키즈</Trans> : <Trans>키즈 · 만 {age}세</Trans>}
            </span>
          )}
        </h2>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          <dt className="text-14 text-quiet">
            <Trans>시청 등급</Trans>
          </dt>
          <dd>
            <Grade maturity={profile.maturity} locale={locale} us />
          </dd>
          <dt className="text-14 text-quiet">
            <Trans>시청 시간</Trans>
          </dt>
          <dd>
            {hours.weekdays === null && hours.weekends === null ? (
              <Trans>언제나</Trans>
            ) : (
              <>
                <span className="block">
                  <Trans>평일 {between(hours.weekdays)}</Trans>
                </span>
                <span className="block">
                  <Trans>주말 {between(hours.weekends)}</Trans>
                </span>
              </>
            )}
          </dd>
          <dt className="text-14 text-quiet">
            <Trans>보지 않을 콘텐츠</Trans>
          </dt>
          <dd>{blocked_count === 0 ? <Trans>없음</Trans> : <Trans>{blocked_count}편</Trans>}</dd>
        </dl>
      </div>
      <Link
        to="/account/$"
        params={{ _splat: `profile-restriction/${profile.id}` }}
        aria-label={t`${name} 시청 제한 바꾸기`}
        className={buttonClass('quiet', 'md')}
      >
        <Trans>바꾸기</Trans>
      </Link>
    </section>
  );
}
