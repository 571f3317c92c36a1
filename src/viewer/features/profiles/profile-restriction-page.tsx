import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { BlockedTitle, LimitedProfile, ViewingHours } from '../../../contract/account/profiles.ts';
import { ceilingForAge, kidsCeiling, maturities, maturityGrades } from '../../../contract/ratings.ts';
import { rules } from '../../../contract/rules.ts';
import type { Maturity } from '../../../contract/wire.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Select } from '../../../ui/components/select.tsx';
import { Switch } from '../../../ui/components/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { useApp } from '../../context.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { QueryStates } from '../../page/query-states.tsx';
import { OwnerGate, useLacksSecret } from '../accounts/details-gate.tsx';
import { BlockedTitles } from './blocked-titles.tsx';
import { FailureNote } from './failure-note.tsx';
import { timeText, zoneText } from './hours-text.ts';
import { Back } from './profile-lock-page.tsx';
import { limitedProfileQuery } from './profiles.queries.ts';
import { Reauthentication, readReauthentication } from './reauthentication.tsx';

/** What one profile may see, and when. */
export function ProfileRestrictionPage({ params }: { params: Record<string, string> }) {
  const { t } = useLingui();
  const id = params.id ?? '';
  const query = useQuery(limitedProfileQuery(useApp(), id));
  const { error } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <ErrorPage />;
  return (
    <QueryStates
      query={query}
      loading={
        <div className="max-w-3xl space-y-4" role="status" aria-busy="true" aria-label={t`불러오는 중`}>
          <div className="skeleton h-16 rounded-lg" />
          <div className="skeleton h-48 rounded-lg" />
          <div className="skeleton h-48 rounded-lg" />
        </div>
      }
      failed={<Trans>시청 제한을 불러오지 못했어요</Trans>}
    >
      {({ data }) => (
        <OwnerGate byPin>
          <RestrictionForm key={id} profile={data} />
        </OwnerGate>
      )}
    </QueryStates>
  );
}

const ages = Array.from({ length: 18 }, (_, age) => age);

/** From midnight to midnight, by half hours. */
const times = Array.from(
  { length: 49 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);

/** Where the service's households live, and Korea. */
const zones = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Phoenix',
  'America/Chicago',
  'America/New_York',
  'America/Halifax',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Mexico_City',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'Asia/Seoul',
];

const usualHours = { from: '16:00', until: '21:00' };

function RestrictionForm({
  profile,
}: {
  profile: LimitedProfile & { zone: string; blocked: BlockedTitle[] };
}) {
  const { t } = useLingui();
  const { api, locale, refreshUser: refresh } = useApp();
  const router = useRouter();
  const lacksSecret = useLacksSecret(true);
  const { form, busy, errorOf, failure, send, check } = useSubmit();
  const [isKid, setKid] = useState(profile.is_kid);
  const [age, setAge] = useState(profile.age === null ? '' : String(profile.age));
  const [maturity, setMaturity] = useState<Maturity>(profile.maturity);
  const [hours, setHours] = useState<ViewingHours>(profile.hours);
  const [zone, setZone] = useState(profile.zone);
  const [blocked, setBlocked] = useState(profile.blocked);
  const { name } = profile;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reauthentication = readReauthentication(event.currentTarget);
    const fine = check({
      age: isKid && rules.required(age),
      password:
        !lacksSecret &&
        rules.reauthentication(Boolean(reauthentication.password || reauthentication.parent_pin)),
    });
    if (!fine) return;
    void send(async () => {
      await api('PUT /api/account/profiles/{id}/restrictions', {
        params: { id: profile.id },
        body: {
          is_kid: isKid,
          age: isKid ? Number(age) : null,
          maturity,
          hours,
          zone,
          blocked: blocked.map(({ id }) => id),
          ...reauthentication,
        },
      });
      await refresh();
      toast('success', t`${name} 프로필의 시청 제한을 저장했어요.`);
      await router.navigate({ to: '/account/$', params: { _splat: 'view-restriction' } });
    });
  };

  return (
    <form ref={form} noValidate className="max-w-3xl space-y-4" onSubmit={submit}>
      <p className="flex items-center gap-3 pb-2">
        <Avatar profile={profile} className="size-11 rounded-md" />
        <span className="truncate text-18 font-bold">{name}</span>
      </p>
      <section className={card}>
        <Switch
          label={t`키즈 프로필`}
          hint={t`나이에 맞는 콘텐츠만 보여 주고, 계정과 프로필 설정은 잠가요.`}
          checked={isKid}
          onChange={(on) => {
            setKid(on);
            if (on && maturity > kidsCeiling) setMaturity(kidsCeiling);
          }}
        />
        {isKid && (
          <div className="mt-4 max-w-[280px]">
            <Select
              label={t`아이 나이`}
              name="age"
              value={age}
              error={errorOf('age')}
              onChange={(event) => {
                setAge(event.target.value);
                setMaturity(ceilingForAge(Number(event.target.value)));
              }}
            >
              <option value="" disabled>
                {t`만 나이를 골라 주세요`}
              </option>
              {ages.map((each) => (
                <option key={each} value={each}>
                  {t`만 ${each}세`}
                </option>
              ))}
            </Select>
          </div>
        )}
      </section>
      <fieldset className={card}>
        <legend className="float-left mb-3 w-full text-18 font-bold">
          <Trans>시청 등급</Trans>
        </legend>
        <p className="clear-both text-14 text-quiet">
          <Trans>고른 등급까지만 보이고 재생돼요.</Trans>
        </p>
        <div className="mt-3 grid gap-2 min-[480px]:grid-cols-5">
          {maturities.map((grade) => (
            <label
              key={grade}
              className={cx(
                'relative flex min-h-14 cursor-pointer items-center justify-between gap-2 rounded-md border px-4 py-2 min-[480px]:flex-col min-[480px]:justify-center min-[480px]:text-center',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jade',
                maturity === grade ? 'border-jade bg-jade/15' : 'border-line hover:border-quiet',
                isKid && grade > kidsCeiling && 'cursor-default opacity-40',
              )}
            >
              <input
                type="radio"
                name="maturity"
                value={grade}
                checked={maturity === grade}
                disabled={isKid && grade > kidsCeiling}
                className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
                onChange={() => setMaturity(grade)}
              />
              <span className="font-bold">{gradeName(grade, locale)}</span>
              <span className="text-14 text-quiet">{maturityGrades[grade].us}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={card}>
        <legend className="float-left mb-3 w-full text-18 font-bold">
          <Trans>시청 시간</Trans>
        </legend>
        <p className="clear-both text-14 text-quiet">
          <Trans>정한 시간이 지나면 보던 영상도 멈춰요.</Trans>
        </p>
        <div className="mt-4 grid gap-6 tablet:grid-cols-2">
          <Window
            label={t`평일 시간 정하기`}
            window={hours.weekdays}
            error={errorOf('hours.weekdays.until') ?? errorOf('hours.weekdays.from')}
            onChange={(weekdays) => setHours({ ...hours, weekdays })}
          />
          <Window
            label={t`주말 시간 정하기`}
            window={hours.weekends}
            error={errorOf('hours.weekends.until') ?? errorOf('hours.weekends.from')}
            onChange={(weekends) => setHours({ ...hours, weekends })}
          />
        </div>
        {(hours.weekdays || hours.weekends) && (
          <div className="mt-5 max-w-[360px]">
            <Select
              label={t`시간대`}
              value={zone}
              error={errorOf('zone')}
              hint={t`모든 프로필에 함께 적용돼요.`}
              onChange={(event) => setZone(event.target.value)}
            >
              {[...new Set([profile.zone, ...zones])].map((each) => (
                <option key={each} value={each}>
                  {zoneText(each, locale)}
                </option>
              ))}
            </Select>
          </div>
        )}
      </fieldset>
      <section className={card} aria-labelledby="blocked-heading">
        <h2 id="blocked-heading" className="text-18">
          <Trans>보지 않을 콘텐츠</Trans>
        </h2>
        <BlockedTitles blocked={blocked} onChange={setBlocked} error={errorOf('blocked')} />
      </section>
      <section className={cx(card, 'space-y-4')}>
        <FailureNote text={failure} />
        <div className="max-w-[360px]">
          <Reauthentication errorOf={errorOf} />
        </div>
        <Button type="submit" look="primary" size="lg" disabled={busy} className="w-full tablet:w-auto">
          {busy ? <Trans>저장하는 중…</Trans> : <Trans>저장하기</Trans>}
        </Button>
      </section>
      <Back to="view-restriction" />
    </form>
  );
}

const card = 'rounded-lg border border-line bg-surface p-5 tablet:p-6';

/** `12세`, `12+`; the lowest is called by its name. */
function gradeName(grade: Maturity, locale: 'ko' | 'en'): string {
  const name = maturityGrades[grade][locale];
  return locale === 'ko' && grade !== 0 ? `${name}세` : name;
}

interface WindowProps {
  label: string;
  window: ViewingHours['weekdays'];
  error: string | undefined;
  onChange: (window: ViewingHours['weekdays']) => void;
}

/** From when until when, or at any time. */
function Window({ label, window, error, onChange }: WindowProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  const options = (chosen: string) =>
    [...new Set([...times, chosen])].sort().map((time) => (
      <option key={time} value={time}>
        {timeText(time, locale)}
      </option>
    ));
  return (
    <div>
      <Switch label={label} checked={window !== null} onChange={(on) => onChange(on ? usualHours : null)} />
      {window && (
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Select
            label={t`시작`}
            value={window.from}
            onChange={(event) => onChange({ ...window, from: event.target.value })}
          >
            {options(window.from).filter(({ key }) => key !== '24:00')}
          </Select>
          <Select
            label={t`끝`}
            value={window.until}
            error={error}
            onChange={(event) => onChange({ ...window, until: event.target.value })}
          >
            {options(window.until).filter(({ key }) => key !== '00:00')}
          </Select>
        </div>
      )}
    </div>
  );
}
