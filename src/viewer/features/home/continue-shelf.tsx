import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ContinueCard } from '../../../contract/viewer/viewing.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp, useSession } from '../../context.ts';
import { Section } from '../../layout/section.tsx';
import { Progress } from '../catalog/title-card.tsx';
import { TitleShelf } from '../catalog/title-shelf.tsx';
import { usePlay } from '../playback/use-play.ts';
import { continueWatchingQuery } from './home.queries.ts';

/** What the profile has begun; a press goes on where it stopped. Nothing at all for a guest or a new profile. */
export function ContinueShelf() {
  const { t } = useLingui();
  const signedIn = useSession();
  const profile = signedIn?.profile;
  const query = useQuery(continueWatchingQuery(useApp(), profile?.id));
  const cards = query.data?.data ?? [];
  if (!profile || cards.length === 0) return null;
  return (
    <Section title={t`${profile.name}님이 보던 콘텐츠`}>
      <TitleShelf cards={cards} shape="landscape" label={t`보던 콘텐츠`}>
        {(card, tabIndex) => <ResumeCard card={card} tabIndex={tabIndex} />}
      </TitleShelf>
    </Section>
  );
}

function ResumeCard({ card, tabIndex }: { card: ContinueCard; tabIndex: 0 | -1 }) {
  const { t } = useLingui();
  const play = usePlay();
  const minutes = Math.max(1, Math.round((card.duration_seconds - card.current_position) / 60));
  const { season_number: season, episode_number: episode } = card;
  const place = episode === null ? '' : season === null ? t`${episode}화` : t`시즌 ${season} · ${episode}화`;
  const left = t`${minutes}분 남음`;
  const note = place ? `${place} · ${left}` : left;
  return (
    <Link
      to="/watch/$type/$id"
      params={{ type: card.play_type, id: card.play_id }}
      preload={false}
      tabIndex={tabIndex}
      aria-label={`${card.title}, ${note}, ${t`이어보기`}`}
      className="group/card block rounded-md"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        play(card, { type: card.play_type, id: card.play_id });
      }}
    >
      <Picture
        image={card.preview_image_thumbs}
        kind="landscape"
        sizes="(min-width: 1800px) 350px, (min-width: 1025px) 24vw, (min-width: 767px) 30vw, 62vw"
        className="rounded-md transition-transform duration-200 ease-out group-hover/card:scale-[1.04]"
      >
        <span className="absolute inset-0 grid place-items-center bg-ground/30 opacity-0 transition-opacity group-hover/card:opacity-100 group-focus-visible/card:opacity-100">
          <span className="grid size-13 place-items-center rounded-full bg-text text-ground">
            <Icon name="play" size={28} />
          </span>
        </span>
        <Progress percentage={card.percentage} />
      </Picture>
      <p className="mt-2 truncate text-14 font-medium tablet:text-16">{card.title}</p>
      <p className="truncate text-12 text-quiet tablet:text-14">{note}</p>
    </Link>
  );
}
