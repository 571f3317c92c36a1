import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Airing, Channel, ChannelCard } from '../../../contract/viewer/live.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { commandOf } from '../../../ui/player/commands.ts';
import { ControlButton } from '../../../ui/player/control-button.tsx';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { Player } from '../../../ui/player/player.tsx';
import { PlayerIcon } from '../../../ui/player/player-icon.tsx';
import { clockNow } from '../../clock.ts';
import { useApp, useSession } from '../../context.ts';
import { posterAddress } from '../playback/poster.ts';
import { useCaptionStyle } from '../playback/use-caption-style.ts';
import { useSessionBeat } from '../playback/use-session-beat.ts';
import { watchable } from './catch-up.ts';
import { ChannelList } from './channel-list.tsx';
import { channelsQuery, pastQuery } from './live.queries.ts';
import { onAir, useNow } from './on-air.ts';
import { isAllDay, spanText, timeText } from './times.ts';

/** So close behind the clock, a picture is the channel's latest. */
const edgeMs = 20_000;

interface ActiveChannelProps {
  session: ChannelSession;
  onBack: () => void;
  /** The server has ended the session: it takes another. */
  onEnded: () => void;
  onFailure: (failure: PlaybackFailure) => void;
}

/** A channel on the air: its picture, the current and the next programme, and the way to the other channels. */
export function ActiveChannel({ session, onBack, onEnded, onFailure }: ActiveChannelProps) {
  const context = useApp();
  const { locale } = context;
  const { t, i18n } = useLingui();
  const captions = useCaptionStyle();
  const position = useRef(0);
  useSessionBeat(session, position, onEnded);
  const channels = useQuery(channelsQuery(context)).data?.data ?? [];
  const { channel } = session;
  const card = channels.find(({ id }) => id === channel.id);

  // The service's clock decides the current programme. The viewer's clock may be wrong.
  const skew = useMemo(() => Date.parse(session.now) - clockNow(), [session]);
  const clock = (useNow(1000) ?? clockNow()) + skew;
  const [playhead, setPlayhead] = useState<{ id: string; at: number } | null>(null);
  const at = playhead?.id === channel.id ? playhead.at : clock;
  const { now, next } = useShown(channel.id, card, at);

  useEffect(() => {
    document.title = [channel.name, now?.title].filter(Boolean).join(' · ');
  }, [channel.name, now?.title]);

  const zapping = useZapping(channels, channel.id);
  const source = useMemo(
    () => ({ manifest: session.manifest, licenceUrl: null, captions: [], startAt: null }),
    [session],
  );

  // The player skips hidden airings, so near the live edge the clock decides the current programme, not the picture.
  const { now: current, next: following } = card ? onAir(card, clock) : { now: null, next: null };
  const nearEdge = clock - at < edgeMs;
  const isOff = current ? current.hidden : following !== null;
  const isShown = !(isOff && nearEdge);
  useEffect(() => {
    if (!isShown) setPlayhead(null);
  }, [isShown]);
  const list = (close: () => void) => (
    <ChannelList
      channels={channels}
      current={channel.id}
      at={clock}
      onClose={close}
      onChoose={(id) => {
        close();
        zapping.choose(id);
      }}
    />
  );
  const overlay = (
    <ZapCard
      target={zapping.target}
      digits={zapping.digits}
      missing={zapping.missing}
      at={clock}
      locale={locale}
    />
  );

  if (!isShown && card) {
    return (
      <Interval
        channel={card}
        hidden={current?.hidden === true}
        next={current?.hidden ? current.ends_at : following?.starts_at}
        zapping={zapping}
        onBack={onBack}
        list={list}
      >
        {overlay}
      </Interval>
    );
  }
  const nextTime = next && timeText(locale, next.starts_at);
  const nextTitle = next && (next.hidden ? t`볼 수 없는 프로그램` : next.title);
  return (
    <main data-channel={channel.slug}>
      <Player
        source={source}
        title={now?.title || channel.name}
        subtitle={[`${channel.number} ${channel.name}`, now?.subtitle, now && spanText(locale, now)]
          .filter(Boolean)
          .join(' · ')}
        poster={posterAddress(channel.preview_image_thumbs)}
        storyboard={null}
        language={i18n.locale}
        {...captions}
        next={null}
        licenceHeaders={() => ({})}
        onBack={onBack}
        onNext={() => undefined}
        onFailure={onFailure}
        onPosition={() => undefined}
        actions={now && <StartOver channel={channel} airing={now} now={clock} />}
        live={{
          next: next && t`다음 ${nextTime} ${nextTitle}`,
          onPlayhead: (instant) => setPlayhead({ id: channel.id, at: instant }),
          onChannel: zapping.step,
          onDigit: zapping.press,
          channels: list,
          overlay,
        }}
      />
    </main>
  );
}

/** The airing on the screen and the next one. The card does not have those that ended before it was fetched. */
function useShown(channelId: string, card: ChannelCard | undefined, at: number) {
  const context = useApp();
  const { now, next } = card ? onAir(card, at) : { now: null, next: null };
  const isPast = card !== undefined && now === null && card.now !== null;
  const past = useQuery({ ...pastQuery(context, channelId, at), enabled: isPast }).data;
  if (!isPast) return { now, next };
  const airings = past?.data.channels[0]?.airings ?? [];
  const index = airings.findIndex(
    ({ starts_at, ends_at }) => Date.parse(starts_at) <= at && Date.parse(ends_at) > at,
  );
  return { now: airings[index] ?? null, next: index < 0 ? next : (airings[index + 1] ?? next) };
}

/** Leads to the start of an airing. */
function StartOver({ channel, airing, now }: { channel: Channel; airing: Airing; now: number }) {
  const { t } = useLingui();
  const router = useRouter();
  // A viewer who is behind may see a program whose time to watch it again is over.
  const can = watchable(channel, airing, now);
  const isOffered = can.at === 'again' || (can.at === 'on' && can.startOver);
  if (airing.hidden || !isOffered) return null;
  return (
    <ControlButton
      icon="replay"
      label={t`처음부터 보기`}
      onPress={() =>
        void router.navigate({
          to: '/watch/t/$id',
          params: { id: channel.slug },
          search: { from: Date.parse(airing.starts_at) },
          // The airing leads to the live channel itself.
          replace: true,
        })
      }
    />
  );
}

/** How long a remote's keys are waited for before the channel changes. */
const settleMs = 500;
const digitsMs = 1_300;
const maxDigits = 4;

interface Zapping {
  /** The channel that is about to be opened. */
  target: ChannelCard | null;
  digits: string;
  /** The number that was pressed is no channel's. */
  missing: boolean;
  step: (step: 1 | -1) => void;
  press: (digit: string) => void;
  choose: (id: string) => void;
}

/** Changing channels as with a remote: up, down and numbers. Channels that are passed on the way are not opened. */
function useZapping(channels: readonly ChannelCard[], current: string): Zapping {
  const router = useRouter();
  const hasPlan = useSession()?.user.has_active_plan === true;
  /** The channel that is waited for, and the one that was on: once another is on, nothing is waited for. */
  const [waited, setWaited] = useState<{ target: ChannelCard; from: string } | null>(null);
  const target = waited?.from === current ? waited.target : null;
  const setTarget = (channel: ChannelCard | null) => setWaited(channel && { target: channel, from: current });
  const [digits, setDigits] = useState('');
  const [missing, setMissing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = (channel: ChannelCard) => {
    setDigits('');
    setMissing(false);
    if (channel.id === current) return setTarget(null);
    setTarget(channel);
    void router.navigate({
      to: '/watch/$type/$id',
      params: { type: 't', id: channel.slug },
      replace: true,
    });
  };
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  return {
    target,
    digits,
    missing,
    step(step) {
      const open = channels.filter(
        ({ id, skip, premium }) => id === current || (skip === '0' && (premium === 'Free' || hasPlan)),
      );
      const from = open.findIndex(({ id }) => id === (target?.id ?? current));
      const to = open[(from + step + open.length) % open.length];
      if (!to) return;
      setDigits('');
      setMissing(false);
      setTarget(to);
      after(settleMs, () => go(to));
    },
    press(digit) {
      const typed = (digits + digit).slice(-maxDigits);
      setDigits(typed);
      setMissing(false);
      const found = channels.find(({ number, skip }) => number === Number(typed) && skip === '0');
      setTarget(found ?? null);
      after(digitsMs, () => {
        if (found) return go(found);
        setMissing(true);
        after(digitsMs, () => {
          setDigits('');
          setMissing(false);
        });
      });
    },
    choose(id) {
      const found = channels.find((each) => each.id === id);
      if (found) go(found);
    },
  };
}

interface ZapCardProps {
  target: ChannelCard | null;
  digits: string;
  missing: boolean;
  at: number;
  locale: 'ko' | 'en';
}

/** The card that a remote's key shows: number, name and current programme of the next channel. */
function ZapCard({ target, digits, missing, at, locale }: ZapCardProps) {
  const now = target && onAir(target, at).now;
  return (
    <div
      role="status"
      className="pointer-events-none absolute top-20 right-4 z-30 w-[min(320px,calc(100vw-32px))] tablet:top-24 tablet:right-10"
    >
      {(target || digits) && (
        <div className="animate-pop overflow-hidden rounded-md border border-line bg-surface/95 shadow-panel backdrop-blur-xl">
          {target && <Picture image={target.preview_image_thumbs} kind="landscape" sizes="320px" />}
          <div className="p-4">
            <p className="text-22 font-extrabold tabular-nums">
              {target ? `${target.number} ${target.name}` : digits}
            </p>
            {now && !now.hidden && (
              <p className="truncate text-14 text-quiet">
                {[now.title, !isAllDay(now) && timeText(locale, now.ends_at)].filter(Boolean).join(' · ')}
              </p>
            )}
            {missing && (
              <p className="text-14 text-quiet">
                <Trans>없는 채널 번호예요</Trans>
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

interface IntervalProps {
  channel: ChannelCard;
  hidden: boolean;
  /** When something follows that may be shown. */
  next: string | undefined;
  zapping: Zapping;
  onBack: () => void;
  list: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** In place of the picture, while a channel is off the air or shows what this profile may not see. */
function Interval({ channel, hidden, next, zapping, onBack, list, children }: IntervalProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  const [listed, setListed] = useState(false);
  const keys = useRef(zapping);
  keys.current = zapping;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event, true);
      if (command?.do === 'close') setListed(false);
      if (
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('[role=dialog]'))
      )
        return;
      if (command?.do === 'channel') keys.current.step(command.step);
      if (command?.do === 'digit') keys.current.press(command.digit);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const time = next && timeText(locale, next);
  return (
    <main className="relative grid min-h-dvh place-items-center bg-black px-6 text-center">
      <button
        type="button"
        aria-label={t`뒤로 가기`}
        className="absolute top-3 left-3 grid size-12 place-items-center rounded-full hover:bg-text/15 tablet:top-6 tablet:left-6"
        onClick={onBack}
      >
        <PlayerIcon name="back" />
      </button>
      <div className="max-w-md animate-rise">
        <Picture
          image={channel.preview_image_thumbs}
          kind="landscape"
          sizes="256px"
          className="mx-auto w-64 rounded-md"
        />
        <h1 className="mt-6 text-28">
          {hidden ? (
            <Trans>이 프로필로는 볼 수 없는 프로그램이에요</Trans>
          ) : (
            <Trans>지금은 방송이 없어요</Trans>
          )}
        </h1>
        {time && (
          <p className="mt-3 text-quiet">
            <Trans>{time}에 다음 프로그램이 시작되면 바로 보여 드릴게요.</Trans>
          </p>
        )}
        <button
          type="button"
          data-menu-button=""
          className={buttonClass('primary', 'lg', 'mt-8')}
          onClick={() => setListed(!listed)}
        >
          <Trans>다른 채널 보기</Trans>
        </button>
      </div>
      {listed && list(() => setListed(false))}
      {children}
    </main>
  );
}
