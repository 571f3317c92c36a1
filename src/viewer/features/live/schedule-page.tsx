import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { ScheduleDay, ScheduledSeries } from '../../../contract/viewer/live.ts';
import { cx } from '../../../ui/class-names.ts';
import { Badge, Grade } from '../../../ui/components/badges.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { places, Skeleton } from '../../../ui/components/skeleton.tsx';
import { useApp } from '../../context.ts';
import { detailsLink } from '../../links.ts';
import { Failed } from '../../page/failed.tsx';
import { scheduleQuery } from './live.queries.ts';
import { useNow } from './on-air.ts';
import { isInKorea, koreaText, timeText } from './times.ts';

/** The schedule: what comes out on which day, by category. */
export function SchedulePage() {
  const { t } = useLingui();
  const context = useApp();
  const { locale } = context;
  const query = useQuery(scheduleQuery(context));
  const days = query.data?.data;
  const [chosen, setChosen] = useState<string | null>(null);
  const inKorea = useNow() !== null && isInKorea();
  const day = days?.find(({ date }) => date === chosen) ?? days?.find(({ today }) => today);
  return (
    <div className="pt-6 desktop:pt-10">
      <div className="gutter">
        <h1 className="text-28 font-extrabold tablet:text-36">
          <Trans>편성표</Trans>
        </h1>
        <p className="mt-2 text-quiet">
          {inKorea ? (
            <Trans>새 회차와 새 콘텐츠가 공개되는 시간이에요.</Trans>
          ) : (
            <Trans>새 회차와 새 콘텐츠가 공개되는 시간이에요. 한국 시간도 함께 보여 드려요.</Trans>
          )}
        </p>
      </div>
      {query.isPending && (
        <div className="gutter mt-6 space-y-6" aria-busy="true" role="status" aria-label={t`불러오는 중`}>
          <Skeleton className="h-16 w-full max-w-3xl" />
          <Skeleton className="h-7 w-40" />
          <div className={grid}>
            {places(4).map((place) => (
              <Skeleton key={place} className="aspect-video" />
            ))}
          </div>
        </div>
      )}
      {query.isError && !days && (
        <Failed className="gutter py-16 text-center" onRetry={() => void query.refetch()}>
          <Trans>편성표를 불러오지 못했어요</Trans>
        </Failed>
      )}
      {days && day && (
        <>
          <DayTabs days={days} chosen={day.date} onChoose={setChosen} />
          <div
            id="schedule-day"
            role="tabpanel"
            aria-labelledby={`day-${day.date}`}
            className="mt-8 min-h-80 space-y-10"
          >
            {day.categories.length === 0 ? (
              <Empty />
            ) : (
              day.categories.map(({ category, series }) => (
                <section key={category.en_name} className="gutter space-y-3">
                  <h2 className="text-18 tablet:text-22">
                    {locale === 'ko' ? category.ko_name : category.en_name}
                  </h2>
                  <ul className={grid}>
                    {series.map((card) => (
                      <li key={card.id}>
                        <ScheduleCard card={card} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))
            )}
          </div>
        </>
      )}
    </div>
  );
}

const grid =
  'grid grid-cols-1 gap-x-3 gap-y-6 min-[480px]:grid-cols-2 tablet:grid-cols-3 tablet:gap-x-4 desktop:grid-cols-4 wide:grid-cols-5';
const sizes =
  '(min-width: 1400px) 20vw, (min-width: 1025px) 25vw, (min-width: 767px) 33vw, (min-width: 480px) 50vw, 100vw';

interface DayTabsProps {
  days: readonly ScheduleDay[];
  chosen: string;
  onChoose: (date: string) => void;
}

function DayTabs({ days, chosen, onChoose }: DayTabsProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = days.findIndex(({ date }) => date === chosen);
    const next = (at + step + days.length) % days.length;
    const day = days[next];
    if (!day) return;
    onChoose(day.date);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t`날짜`}
      className="no-scrollbar gutter mt-6 flex gap-2 overflow-x-auto overscroll-x-contain py-1"
      onKeyDown={onKeyDown}
    >
      {days.map(({ date, day, today }) => (
        <button
          key={date}
          id={`day-${date}`}
          type="button"
          role="tab"
          aria-selected={date === chosen}
          aria-controls="schedule-day"
          tabIndex={date === chosen ? 0 : -1}
          className={cx(
            'grid h-16 min-w-18 shrink-0 place-content-center rounded-md px-3 text-center transition-colors',
            date === chosen ? 'bg-text text-ground' : 'bg-raised text-quiet hover:text-text',
          )}
          onClick={() => onChoose(date)}
        >
          <span className="text-12 font-semibold">{today ? <Trans>오늘</Trans> : shortDay(locale, day)}</span>
          <span className="text-18 leading-tight font-bold tabular-nums">{Number(date.slice(8))}</span>
        </button>
      ))}
    </div>
  );
}

/** `토요일` → `토`, `Saturday` → `Sat`. */
const shortDay = (locale: 'ko' | 'en', day: string) => day.slice(0, locale === 'ko' ? 1 : 3);

function Empty() {
  return (
    <div className="gutter py-16 text-center">
      <p className="text-18 font-bold">
        <Trans>이날 공개되는 콘텐츠가 없어요</Trans>
      </p>
      <p className="mt-2 text-quiet">
        <Trans>다른 날짜를 골라 보세요.</Trans>
      </p>
    </div>
  );
}

function ScheduleCard({ card }: { card: ScheduledSeries }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const coming = card.upcoming !== 'no';
  const closed = card.upcoming === 'skip';
  const hasClock = useNow() !== null;
  const body = (
    <>
      <div className="relative overflow-hidden rounded-md">
        {closed ? (
          <SchedulePlaceholder />
        ) : (
          <Picture
            image={card.preview_image_thumbs}
            kind="landscape"
            sizes={sizes}
            className="rounded-md transition-transform duration-200 ease-out group-hover/card:scale-[1.04]"
          />
        )}
        {coming && (
          <div className="absolute top-2 left-2">
            <Badge tone="dark">{t`공개 예정`}</Badge>
          </div>
        )}
        {card.premium === 'Premium' && (
          <span
            title={t`프리미엄`}
            className="absolute top-2 right-2 grid size-6 place-items-center rounded-sm bg-ground/80 text-gold"
          >
            <Icon name="premium" size={16} />
          </span>
        )}
      </div>
      <p className="mt-2 min-h-6 text-14 font-bold text-jade tabular-nums tablet:text-16">
        {hasClock && <time dateTime={card.starts_at}>{timeText(locale, card.starts_at)}</time>}
        {hasClock && !isInKorea() && <KoreaTime at={card.starts_at} />}
      </p>
      <p className="flex items-center gap-2">
        <span className="truncate font-bold">{card.title}</span>
        <Grade maturity={card.maturity} locale={locale} />
      </p>
      {card.episodes.length > 0 && (
        <p className="line-clamp-2 text-14 text-quiet">{card.episodes.join(', ')}</p>
      )}
    </>
  );
  return closed ? (
    <div className="block">{body}</div>
  ) : (
    <CardLink card={card} label={[card.title, coming && t`공개 예정`, ...card.episodes]}>
      {body}
    </CardLink>
  );
}

interface CardLinkProps {
  card: ScheduledSeries;
  label: (string | false)[];
  children: ReactNode;
}

function CardLink({ card, label, children }: CardLinkProps) {
  return (
    <Link
      {...detailsLink(card)}
      aria-label={label.filter(Boolean).join(', ')}
      className="group/card block rounded-md"
    >
      {children}
    </Link>
  );
}

function KoreaTime({ at }: { at: string }) {
  const { locale } = useApp();
  const time = koreaText(locale, at);
  return (
    <span className="ml-2 text-12 font-medium text-quiet tablet:text-14">
      <Trans>한국 {time}</Trans>
    </span>
  );
}

/** Stands for a title that has not opened: a page of a calendar. */
function SchedulePlaceholder() {
  return (
    <div
      className="grid aspect-video place-items-center bg-linear-to-br from-raised to-surface"
      data-schedule-placeholder=""
    >
      <svg viewBox="0 0 48 48" className="w-1/5 max-w-20 text-quiet/60" aria-hidden="true" focusable="false">
        <path
          d="M9 13h30v27H9zM9 21h30M16 8v9M32 8v9M17 29h4M27 29h4M17 35h4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}
