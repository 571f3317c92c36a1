import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import type { FrameSession } from '../../../contract/viewer/playback.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { PlayerIcon } from '../../../ui/player/player-icon.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { useApp } from '../../context.ts';
import { useSessionBeat } from '../playback/use-session-beat.ts';
import { clipAddress, useClipLink } from './clip-card.tsx';
import { ClipLikes } from './clip-likes.tsx';
import { useFramePosition } from './frame-position.ts';
import { categoryClipsQuery, playlistClipsQuery, playlistQuery } from './partner-video.queries.ts';
import { useClips } from './use-clips.ts';

interface FramePageProps {
  session: FrameSession;
  onBack: () => void;
  /** The server has ended the session: it takes another. */
  onEnded: () => void;
}

/** A clip that the partner's own player plays, and beside it what there is to watch next. */
export function FramePage({ session, onBack, onEnded }: FramePageProps) {
  const { t } = useLingui();
  const { clip, next } = session;
  const frame = useRef<HTMLIFrameElement>(null);
  const position = useRef(session.position_seconds);
  const playing = useRef(false);
  // A frame that opens begins to play, so one that is paused stays; when it goes on, it hears of the end again.
  const beat = useSessionBeat(session, position, () => playing.current && onEnded());
  useFramePosition(frame, { position, playing }, beat);
  useEffect(() => {
    document.title = clip.title;
  }, [clip.title]);
  return (
    <main className="min-h-dvh bg-ground">
      <div className="flex items-center gap-2 px-2 py-2 tablet:px-6">
        <button
          type="button"
          aria-label={t`뒤로 가기`}
          className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-text/15"
          onClick={onBack}
        >
          <PlayerIcon name="back" />
        </button>
        <p className="min-w-0 truncate text-16 font-semibold text-quiet">
          <Trans>유튜브</Trans>
        </p>
      </div>
      <div className="mx-auto max-w-[1920px] desktop:grid desktop:grid-cols-[minmax(0,1fr)_400px] desktop:gap-6 desktop:px-12">
        <div>
          <div className="aspect-video max-h-[78dvh] w-full overflow-hidden bg-black desktop:rounded-md">
            <iframe
              ref={frame}
              src={session.address}
              title={clip.title}
              allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
              allowFullScreen
              referrerPolicy="strict-origin-when-cross-origin"
              className="size-full border-0"
            />
          </div>
          <div className="gutter py-4 desktop:px-0">
            <h1 className="text-22 font-extrabold break-keep tablet:text-28">{clip.title}</h1>
            <p className="mt-1 text-14 text-quiet">
              {[clip.current_episode_text, clip.episode_created_hr].filter(Boolean).join(' · ')}
            </p>
            <div className="mt-4 flex flex-wrap items-center gap-3">
              {next && (
                <Link {...clipAddress(next)} replace preload={false} className={buttonClass('primary', 'md')}>
                  <PlayerIcon name="next" size={20} />
                  <Trans>다음 영상</Trans>
                </Link>
              )}
              <ClipLikes clip={clip} />
            </div>
            {clip.description && <p className="mt-4 max-w-3xl text-quiet">{clip.description}</p>}
          </div>
        </div>
        {clip.playlist ? (
          <PlaylistBeside clip={clip} playlist={clip.playlist} />
        ) : (
          <CategoryBeside clip={clip} />
        )}
      </div>
    </main>
  );
}

/** The playlist that the clip is played from. */
function PlaylistBeside({ clip, playlist }: { clip: Clip; playlist: string }) {
  const context = useApp();
  const { t } = useLingui();
  const title = useQuery(playlistQuery(context, playlist)).data?.data.title;
  const query = useInfiniteQuery(playlistClipsQuery(context, playlist));
  const clips = useClips(query.data?.pages);
  return (
    <Beside title={title ?? t`재생목록`} clips={clips} current={clip.id}>
      {query.hasNextPage && (
        <Button
          className="mt-3 w-full"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? <Trans>불러오는 중…</Trans> : <Trans>영상 더 보기</Trans>}
        </Button>
      )}
    </Beside>
  );
}

/** What else is in the clip's category. */
function CategoryBeside({ clip }: { clip: Clip }) {
  const { t } = useLingui();
  const query = categoryClipsQuery(useApp(), clip.category_id, clip.sub_category_id ?? 'all');
  const clips = useQuery(query).data?.data ?? [];
  return (
    <Beside title={t`함께 볼 만한 영상`} clips={clips.filter(({ id }) => id !== clip.id)} current={clip.id} />
  );
}

interface BesideProps {
  title: string;
  clips: readonly Clip[];
  current: string;
  children?: ReactNode;
}

function Beside({ title, clips, current, children }: BesideProps) {
  const list = useRef<HTMLDivElement>(null);
  const known = clips.length > 0;
  // What is on stands in sight, without moving the page.
  useEffect(() => {
    const box = list.current;
    const item = box?.querySelector<HTMLElement>('[aria-current]');
    if (known && box && item) box.scrollTop = item.offsetTop - box.offsetTop - 8;
  }, [known]);
  if (!known) return null;
  return (
    <section aria-label={title} className="gutter pb-10 desktop:px-0">
      <h2 className="pb-2 text-18 font-bold">{title}</h2>
      <div ref={list} className="desktop:max-h-[calc(100dvh-140px)] desktop:overflow-y-auto desktop:p-1">
        <ol className="-mx-2 space-y-1 desktop:mx-0">
          {clips.filter(isShown).map((clip) => (
            <li key={clip.id}>
              <Line clip={clip} current={clip.id === current} />
            </li>
          ))}
        </ol>
        {children}
      </div>
    </section>
  );
}

function Line({ clip, current }: { clip: Clip; current: boolean }) {
  const { t } = useLingui();
  const link = useClipLink(clip);
  const body = (
    <>
      <Picture
        image={clip.preview_image_thumbs}
        kind="landscape"
        sizes="144px"
        className="w-36 shrink-0 rounded-sm"
      >
        {current && (
          <span className="absolute inset-0 grid place-items-center bg-ground/60">
            <Icon name="play" size={20} />
          </span>
        )}
      </Picture>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-14 font-medium break-keep">{clip.title}</span>
        <span className="mt-1 block truncate text-12 text-quiet">
          {[
            clip.premium === 'Premium' && t`프리미엄`,
            clip.skip === '1' && t`준비 중`,
            clip.current_episode_text,
            clip.episode_created_hr,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </>
  );
  const look = 'flex gap-3 rounded-md p-2';
  if (clip.skip === '1') return <div className={cx(look, 'opacity-70')}>{body}</div>;
  return (
    <Link
      {...link}
      replace
      aria-current={current ? 'true' : undefined}
      className={cx(look, 'transition-colors hover:bg-raised', current && 'bg-surface')}
    >
      {body}
    </Link>
  );
}
