import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../ui/components/badges.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { toast } from '../../../ui/toast.ts';
import { Progress } from '../../cards/title-card.tsx';
import { useApp } from '../../context.ts';
import { notePress, watchLink } from '../playback/use-play.ts';
import type { TvItem, TvRow } from './tv-rows.ts';

/** A card's place within its row or grid. */
export const placeOf = ({ target }: TvItem) => `${target.type}/${target.id}`;

interface TvCardProps {
  item: TvItem;
  shape: TvRow['shape'];
  sizes: string;
  /** The card's place on the page. The page that the player returns to puts the focus there. */
  place: string;
  tabIndex: 0 | -1;
  onFocus: (place: string) => void;
  /** The player is being opened. */
  onPlay?: () => void;
}

/** A title or channel on a television; Enter plays it. */
export function TvCard({ item, shape, sizes, place, tabIndex, onFocus, onPlay }: TvCardProps) {
  const { t } = useLingui();
  const context = useApp();
  const { session, origin } = context;
  const isPremium = item.premium === 'Premium';
  const address = `${origin.replace(/^https?:\/\//, '')}/plans`;
  return (
    <Link
      {...watchLink(item.target)}
      preload={false}
      tabIndex={tabIndex}
      data-place={place}
      aria-label={[item.title, isPremium && t`프리미엄`, item.note].filter(Boolean).join(', ')}
      className="group/card block rounded-md"
      onFocus={() => onFocus(place)}
      onClick={(event) => {
        if (!isPremium || session.get()?.user.has_active_plan) {
          onPlay?.();
          return notePress(context, { ...item, preview_image_thumbs: item.image }, item.target);
        }
        // A television offers no way to subscribe.
        event.preventDefault();
        toast('info', t`이용권이 있어야 볼 수 있어요. 휴대전화나 컴퓨터에서 ${address} 주소를 열어 주세요.`);
      }}
    >
      <Picture image={item.image} kind={shape} sizes={sizes} className="rounded-md">
        <div className="absolute top-2 left-2">{item.live && <Badge tone="vermilion">LIVE</Badge>}</div>
        {isPremium && (
          <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-sm bg-ground/80 text-gold">
            <Icon name="premium" className="size-5" />
          </span>
        )}
        {item.percentage > 0 && <Progress percentage={item.percentage} />}
      </Picture>
      <p className="mt-2 truncate text-16 font-medium">{item.title}</p>
      {item.note && <p className="truncate text-14 text-quiet">{item.note}</p>}
    </Link>
  );
}
