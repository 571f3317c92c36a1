import { useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import { cx } from '../../../ui/class-names.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { clock } from '../../../ui/player/time.ts';
import { Progress, useDisliked } from '../../cards/title-card.tsx';
import { usePlayLink } from '../playback/use-play.ts';

/** How wide a picture is rendered on a shelf and in a grid. */
export const sizes = {
  shelf: '(min-width: 1800px) 350px, (min-width: 1025px) 24vw, (min-width: 767px) 30vw, 62vw',
  grid: '(min-width: 1800px) 350px, (min-width: 1400px) 19vw, (min-width: 1025px) 24vw, (min-width: 767px) 32vw, (min-width: 480px) 48vw, 94vw',
} as const;

interface ClipCardProps {
  clip: Clip;
  tabIndex?: 0 | -1;
  /** A shelf's cards are all as high as the shape that held their place, so a title has one line there. */
  place: keyof typeof sizes;
}

/** A clip: its picture, its title, its place in the playlist, and when it came out. It leads to the player. */
export function ClipCard({ clip, tabIndex, place }: ClipCardProps) {
  const { t } = useLingui();
  const link = useClipLink(clip);
  const disliked = useDisliked(clip);
  const ready = clip.skip === '0';
  const premium = clip.premium === 'Premium' && t`프리미엄`;
  const length = clip.duration_seconds === null ? null : clock(clip.duration_seconds);
  const note = [clip.current_episode_text, clip.episode_created_hr].filter(Boolean).join(' · ');
  const spoken = [clip.title, premium, !ready && t`준비 중`, note].filter(Boolean).join(', ');
  const body = (
    <>
      <Picture
        image={clip.preview_image_thumbs}
        kind="landscape"
        sizes={sizes[place]}
        className={cx(
          'rounded-md transition-transform duration-200 ease-out group-hover/card:scale-[1.03]',
          disliked && 'grayscale',
        )}
      >
        <span className="absolute top-2 left-2 flex gap-1">
          {premium && <Badge tone="gold">{premium}</Badge>}
          {!ready ? (
            <Badge tone="dark">{t`준비 중`}</Badge>
          ) : (
            clip.new_episode && <Badge tone="jade">{t`새 영상`}</Badge>
          )}
        </span>
        {length && (
          <span className="absolute right-2 bottom-2 rounded-sm bg-ground/85 px-1.5 py-0.5 text-12 font-semibold tabular-nums">
            {length}
          </span>
        )}
        {clip.percentage > 0 && <Progress percentage={clip.percentage} />}
      </Picture>
      <p
        className={cx(
          'mt-2 text-14 font-medium break-keep tablet:text-16',
          place === 'shelf' ? 'truncate' : 'line-clamp-2',
        )}
      >
        {clip.title}
      </p>
      <p className="truncate text-12 text-quiet tablet:text-14">{note}</p>
    </>
  );
  if (!ready) return <div className="group/card block rounded-md opacity-70">{body}</div>;
  return (
    <Link {...link} tabIndex={tabIndex} aria-label={spoken} className="group/card block rounded-md">
      {body}
    </Link>
  );
}

type Linked = Pick<Clip, 'id' | 'playlist' | 'premium' | 'title'>;

/** The player's address of a clip, in its playlist where it has one. */
export const clipAddress = ({ id, playlist }: Pick<Clip, 'id' | 'playlist'>) =>
  playlist === null
    ? ({ to: '/watch/y/$id', params: { id } } as const)
    : ({ to: '/watch/y/$id/$playlist', params: { id, playlist } } as const);

/** What goes on a `Link` to a clip's player: a premium one leads who has no plan to the plans. */
export function useClipLink(clip: Linked) {
  return { ...usePlayLink(clip, { type: 'y', id: clip.id }), ...clipAddress(clip) };
}

/** Opens the next clip in place of this one. */
export function useGoToClip(): (clip: Pick<Clip, 'id' | 'playlist'>) => void {
  const router = useRouter();
  return (clip) => void router.navigate({ ...clipAddress(clip), replace: true });
}
