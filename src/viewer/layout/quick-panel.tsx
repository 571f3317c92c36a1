import { useLingui } from '@lingui/react/macro';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Badge, Grade } from '../../ui/components/badges.tsx';
import { buttonClass, RoundButton } from '../../ui/components/button.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { Picture } from '../../ui/components/picture.tsx';
import { useStore } from '../../ui/store.ts';
import { episodesText } from '../cards/episodes-text.ts';
import { useApp } from '../context.ts';
import { playTarget, usePlay } from '../features/playback/use-play.ts';
import { useMark } from '../features/viewing/use-mark.ts';
import { detailsLink } from '../links.ts';
import { closePanel, type Hovered, hovered } from '../page/quick-panel-store.ts';

/** The panel over a card on which the pointer rests: play, My List, likes, grade and one line. */
export function QuickPanel() {
  const current = useStore(hovered);
  return current && createPortal(<Panel key={current.card.id} {...current} />, document.body);
}

function Panel({ card, element, shape, onOpen }: Hovered) {
  const { t } = useLingui();
  const { locale } = useApp();
  const router = useRouter();
  const { myList, like, toggleMyList, rate } = useMark(card);
  const play = usePlay();
  const ref = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null);

  useLayoutEffect(() => {
    const box = element.getBoundingClientRect();
    const width = Math.max(shape === 'portrait' ? 320 : box.width * 1.04, 300);
    const height = ref.current?.offsetHeight ?? 0;
    const room = document.documentElement.clientWidth;
    const left = Math.min(Math.max(16, box.left + box.width / 2 - width / 2), room - width - 16);
    const wanted = box.top + box.height / 2 - height / 2;
    const top = Math.min(Math.max(72, wanted), window.innerHeight - height - 16);
    setPlace({ left: left + window.scrollX, top: top + window.scrollY, width });
  }, [element, shape]);

  useEffect(() => {
    // The card may lie under the panel's edge: the panel stays as long as the pointer is on either.
    const onMove = (event: PointerEvent) => {
      const target = event.target;
      if (target instanceof Node && (ref.current?.contains(target) || element.contains(target))) return;
      closePanel();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closePanel();
    };
    document.addEventListener('pointermove', onMove);
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', closePanel, { passive: true });
    const stop = router.subscribe('onBeforeNavigate', closePanel);
    return () => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', closePanel);
      stop();
    };
  }, [element, router]);

  // The landscape picture of a program carries its title as lettering. The still of an episode has none.
  const isLettered = card.type !== 'e' && card.preview_image_thumbs !== null;
  const target = playTarget(card);
  const text = episodesText(card);
  return (
    <div
      ref={ref}
      data-quick-panel=""
      className={`absolute z-40 overflow-hidden rounded-md bg-surface shadow-panel ${place ? 'animate-pop' : 'invisible'}`}
      style={place ?? { left: 0, top: 0, width: shape === 'portrait' ? 320 : 360 }}
    >
      <Link
        {...detailsLink(card)}
        tabIndex={-1}
        aria-label={card.title}
        className="relative block"
        onClick={onOpen}
      >
        <Picture image={card.preview_image_thumbs} kind="landscape" sizes="360px" />
        {!isLettered && (
          <div className="absolute inset-x-0 bottom-0 h-1/2 bg-linear-to-t from-surface to-transparent" />
        )}
        {card.premium === 'Premium' && (
          <div className="absolute top-3 left-3">
            <Badge tone="gold">{t`프리미엄`}</Badge>
          </div>
        )}
      </Link>
      <div className={`relative space-y-3 p-4 ${isLettered ? '' : '-mt-6 pt-0'}`}>
        {!isLettered && <p className="truncate text-18 font-bold">{card.title}</p>}
        <div className="flex items-center gap-2">
          {card.skip === '0' && (
            <button
              type="button"
              className={buttonClass('plain', 'md', 'min-h-9! px-4! text-14!')}
              onClick={() => {
                onOpen?.();
                closePanel();
                play(card, target);
              }}
            >
              <Icon name="play" size={18} />
              {card.current_position > 0 ? t`이어보기` : t`재생`}
            </button>
          )}
          <RoundButton
            size="sm"
            label={myList ? t`찜한 목록에서 빼기` : t`찜하기`}
            on={myList}
            renamed
            onClick={toggleMyList}
          >
            <Icon name={myList ? 'check' : 'plus'} size={18} />
          </RoundButton>
          <RoundButton size="sm" label={t`좋아요`} on={like === 1} onClick={() => rate(1)}>
            <Icon name="like" size={18} className={like === 1 ? 'text-rose' : undefined} />
          </RoundButton>
          <RoundButton size="sm" label={t`별로예요`} on={like === 2} onClick={() => rate(2)}>
            <Icon name="dislike" size={18} />
          </RoundButton>
          <Link
            {...detailsLink(card)}
            onClick={onOpen}
            aria-label={t`자세히 보기`}
            title={t`자세히 보기`}
            className="ml-auto grid size-9 place-items-center rounded-full border border-text/30 bg-ground/40 transition-colors hover:border-text/70 hover:bg-text/15"
          >
            <Icon name="down" size={18} />
          </Link>
        </div>
        <p className="flex items-center gap-2 text-14 text-quiet">
          <Grade maturity={card.maturity} locale={locale} />
          {card.release_date && <span>{card.release_date.slice(0, 4)}</span>}
          {text && <span>{t`${text}화`}</span>}
        </p>
        {card.description && <p className="line-clamp-2 text-14 text-quiet">{card.description}</p>}
      </div>
    </div>
  );
}
