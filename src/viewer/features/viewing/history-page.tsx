import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../contract/account/history.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Dialog, dialogCard } from '../../../ui/components/dialog.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { toast } from '../../../ui/toast.ts';
import { Progress } from '../../cards/title-card.tsx';
import { useApp, useSession } from '../../context.ts';
import { fetchFile, saveFile } from '../../files.ts';
import { ListEmpty, ListStates } from '../../forms/list-notes.tsx';
import { LoadMore } from '../../forms/load-more.tsx';
import { usePlayLink } from '../playback/use-play.ts';
import { useSpokenTime } from './spoken-time.ts';
import { historyQuery } from './viewing.queries.ts';

/** Queries that also show watched titles. */
const alsoShown = ['continue-watching', 'programme', 'episodes', 'home', 'activity', 'partner-video'];

/** The viewing history of the chosen profile, by day; one entry or all of them can be deleted. */
export function HistoryPage() {
  const { t } = useLingui();
  const context = useApp();
  const profile = useSession()?.profile;
  const query = useInfiniteQuery(historyQuery(context));
  const [gone, setGone] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const focusAt = useRef<number | null>(null);
  // The button that was pressed has gone with its row: the next one has the focus.
  useEffect(() => {
    if (focusAt.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-forget]') ?? [];
    buttons[Math.min(focusAt.current, buttons.length - 1)]?.focus();
    focusAt.current = null;
  });
  if (!profile) return null;

  const entries = (query.data?.pages.flatMap((page) => page.data) ?? []).filter(
    ({ id }) => !gone.includes(id),
  );
  const changed = async () => {
    await query.refetch();
    for (const name of alsoShown) void context.queryClient.invalidateQueries({ queryKey: [name] });
  };
  const forget = async (entry: HistoryEntry) => {
    focusAt.current = entries.indexOf(entry);
    setGone((ids) => [...ids, entry.id]);
    try {
      await context.api('DELETE /api/account/history/{id}', {
        params: { id: entry.id },
        query: { profile_id: profile.id },
      });
      toast('success', t`시청 기록에서 지웠어요.`);
      await changed();
    } catch (error) {
      // The entry was already deleted on another device, so it only has to be removed here.
      if (error instanceof ApiError && error.status === 404) return changed();
      setGone((ids) => ids.filter((id) => id !== entry.id));
      toast('error', t`지우지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };
  const forgetAll = async () => {
    setAsking(false);
    try {
      await context.api('DELETE /api/account/history', { query: { profile_id: profile.id } });
      toast('success', t`시청 기록을 모두 지웠어요.`);
      await changed();
    } catch {
      toast('error', t`지우지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
  };
  const save = async () => {
    setSaving(true);
    try {
      const file = await fetchFile(context, 'GET /api/account/history/export', {
        query: { profile_id: profile.id },
      });
      saveFile(file, `${t`시청 기록`}.csv`);
    } catch {
      toast('error', t`파일을 받지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
    }
    setSaving(false);
  };

  return (
    <ListStates
      query={query}
      keepsData
      empty={
        entries.length === 0 &&
        !query.hasNextPage && (
          <ListEmpty
            icon="clock"
            title={<Trans>시청 기록이 없어요</Trans>}
            hint={<Trans>1분 넘게 보거나 끝까지 보면 여기에 남겨 둘게요.</Trans>}
          >
            <Link to="/" className={buttonClass('primary')}>
              <Trans>볼만한 콘텐츠 찾기</Trans>
            </Link>
          </ListEmpty>
        )
      }
    >
      {() => (
        <div ref={list}>
          <p className="text-quiet">
            <Trans>
              {profile.name} 님이 1분 넘게 보거나 끝까지 본 콘텐츠예요. 지우면 보던 콘텐츠에서도 빠져요.
            </Trans>
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button disabled={saving} onClick={() => void save()}>
              <Trans>파일로 받기</Trans>
            </Button>
            <Button onClick={() => setAsking(true)}>
              <Trans>모두 지우기</Trans>
            </Button>
          </div>
          {byDay(entries).map(({ day, rows }) => (
            <section key={day} className="mt-8">
              <h2 className="text-18 font-bold">
                <DayName day={day} />
              </h2>
              <ul className="mt-2">
                {rows.map((entry) => (
                  <Row key={entry.id} entry={entry} onForget={() => void forget(entry)} />
                ))}
              </ul>
            </section>
          ))}
          <LoadMore query={query} />
          <ForgetAll open={asking} onClose={() => setAsking(false)} onYes={() => void forgetAll()} />
        </div>
      )}
    </ListStates>
  );
}

/** The entries under the days of this browser's calendar. */
function byDay(entries: readonly HistoryEntry[]): { day: string; rows: HistoryEntry[] }[] {
  const days: { day: string; rows: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const day = new Date(entry.started_at).toLocaleDateString('en-CA');
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(entry);
    else days.push({ day, rows: [entry] });
  }
  return days;
}

function DayName({ day }: { day: string }) {
  const { i18n } = useLingui();
  const now = new Date();
  if (day === now.toLocaleDateString('en-CA')) return <Trans>오늘</Trans>;
  now.setDate(now.getDate() - 1);
  if (day === now.toLocaleDateString('en-CA')) return <Trans>어제</Trans>;
  return <time dateTime={day}>{i18n.date(new Date(`${day}T12:00:00`), { dateStyle: 'full' })}</time>;
}

function Row({ entry, onForget }: { entry: HistoryEntry; onForget: () => void }) {
  const { t, i18n } = useLingui();
  const spoken = useSpokenTime();
  const link = usePlayLink(entry, { type: entry.type, id: entry.play_id });
  const at = i18n.date(new Date(entry.started_at), { timeStyle: 'short' });
  const length = spoken(entry.watched_seconds);
  const picture = (
    <Picture image={entry.image} kind="landscape" sizes="176px" className="rounded-md">
      {entry.percentage > 0 && <Progress percentage={entry.percentage} />}
    </Picture>
  );
  return (
    <li className="flex items-center gap-3 border-b border-line/60 py-3 tablet:gap-5">
      {entry.skip === '0' ? (
        <Link
          {...link}
          aria-label={[entry.title, entry.subtitle, t`재생`].filter(Boolean).join(', ')}
          className="block w-28 shrink-0 rounded-md tablet:w-44"
        >
          {picture}
        </Link>
      ) : (
        <div className="w-28 shrink-0 opacity-60 tablet:w-44">{picture}</div>
      )}
      <div className="min-w-0 grow">
        <Link
          to="/view/$type/$id"
          params={{ type: entry.type === 'e' ? 's' : 'm', id: entry.slug }}
          className="rounded-sm font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {entry.title}
        </Link>
        {entry.subtitle && <p className="truncate text-14 text-quiet">{entry.subtitle}</p>}
        <p className="text-14 text-quiet">
          <Trans>
            {at} · {length} 시청
          </Trans>
        </p>
      </div>
      <button
        type="button"
        data-forget=""
        aria-label={t`${entry.title} 기록 지우기`}
        title={t`기록 지우기`}
        className="grid size-11 shrink-0 place-items-center rounded-full text-quiet hover:bg-raised hover:text-text"
        onClick={onForget}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  );
}

function ForgetAll({ open, onClose, onYes }: { open: boolean; onClose: () => void; onYes: () => void }) {
  const heading = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className={dialogCard}>
      <h2 id={heading} className="text-22">
        <Trans>시청 기록을 모두 지울까요?</Trans>
      </h2>
      <p className="mt-3 text-quiet">
        <Trans>이 프로필이 본 기록과 보던 곳이 모두 사라지고, 되돌릴 수 없어요.</Trans>
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-first-focus="" onClick={onClose}>
          <Trans>취소</Trans>
        </Button>
        <Button look="primary" onClick={onYes}>
          <Trans>모두 지우기</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
