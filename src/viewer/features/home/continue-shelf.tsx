import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ContinueCard } from '../../../contract/viewer/viewing.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { toast } from '../../../ui/toast.ts';
import { Progress } from '../../cards/title-card.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { useApp, useSession } from '../../context.ts';
import { Section } from '../../page/section.tsx';
import { usePlay } from '../playback/use-play.ts';
import { ContinueMenu } from './continue-menu.tsx';
import { continueWatchingQuery } from './home.queries.ts';

/** A title of this visit: removed from the row, or hidden until it is played again. */
type Gone = 'removed' | 'later';

/**
 * The titles that are gone, by id, since the response that was received at `answered`. A later response no longer has
 * them, so there is nothing to undo.
 */
interface Marks {
  answered: number;
  gone: Record<string, Gone>;
}

/** Titles that the profile has started. A press continues them. Empty for a guest or a new profile. */
export function ContinueShelf() {
  const { t } = useLingui();
  const context = useApp();
  const profile = useSession()?.profile;
  const query = useQuery(continueWatchingQuery(context, profile?.id));
  const [marks, setMarks] = useState<Marks>({ answered: 0, gone: {} });
  const [menuOf, setMenuOf] = useState<ContinueCard | null>(null);
  const answered = query.dataUpdatedAt;
  const gone = marks.answered === answered ? marks.gone : {};
  const cards = query.data?.data ?? [];
  if (!profile || cards.length === 0) return null;

  const mark = (id: string, what: Gone | null) =>
    setMarks((before) => {
      if (before.answered > answered) return before;
      const { [id]: _, ...rest } = before.answered === answered ? before.gone : {};
      return { answered, gone: what ? { ...rest, [id]: what } : rest };
    });
  const failed = () => toast('error', t`저장하지 못했어요. 잠시 뒤에 다시 시도해 주세요.`);
  const take = async (card: ContinueCard, what: Gone) => {
    setMenuOf(null);
    mark(card.program_id, what);
    const params = { id: card.program_id };
    try {
      if (what === 'removed') {
        await context.api('DELETE /api/continue-watching/{id}', {
          params,
          query: { profile_id: profile.id },
        });
        void context.queryClient.invalidateQueries({ queryKey: ['programme'] });
      } else
        await context.api('POST /api/continue-watching/{id}/not-now', {
          params,
          body: { profile_id: profile.id },
        });
    } catch {
      mark(card.program_id, null);
      failed();
    }
  };
  const restore = async (card: ContinueCard) => {
    const before = gone[card.program_id] ?? null;
    mark(card.program_id, null);
    try {
      await context.api('POST /api/continue-watching/{id}/restore', {
        params: { id: card.program_id },
        body: { profile_id: profile.id },
      });
      void context.queryClient.invalidateQueries({ queryKey: ['programme'] });
    } catch {
      mark(card.program_id, before);
      failed();
    }
  };

  return (
    <Section title={t`${profile.name} 님이 보던 콘텐츠`}>
      {/* Before the row: the menu must have closed and returned the focus before a card takes it. */}
      <ContinueMenu
        card={menuOf}
        onClose={() => setMenuOf(null)}
        onLater={(card) => void take(card, 'later')}
        onRemove={(card) => void take(card, 'removed')}
      />
      <TitleShelf cards={cards} shape="landscape" label={t`보던 콘텐츠`}>
        {(card, tabIndex) => {
          const what = gone[card.program_id];
          return what ? (
            <TakenOff card={card} what={what} tabIndex={tabIndex} onUndo={() => void restore(card)} />
          ) : (
            <ResumeCard card={card} tabIndex={tabIndex} onMenu={() => setMenuOf(card)} />
          );
        }}
      </TitleShelf>
    </Section>
  );
}

/** Stands in place of a removed title and offers to undo that. It takes over the focus from the title's menu. */
function TakenOff({
  card,
  what,
  tabIndex,
  onUndo,
}: {
  card: ContinueCard;
  what: Gone;
  tabIndex: 0 | -1;
  onUndo: () => void;
}) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="grid aspect-video content-center justify-items-center gap-2 rounded-md border border-dashed border-line bg-surface p-3 text-center">
        <p role="status" className="text-14 font-semibold text-balance">
          {what === 'removed' ? <Trans>목록에서 뺐어요</Trans> : <Trans>다시 볼 때까지 숨겼어요</Trans>}
        </p>
        <button
          ref={button}
          type="button"
          tabIndex={tabIndex}
          aria-label={t`${card.title} 되돌리기`}
          className="min-h-11 rounded-md bg-raised px-4 text-14 font-semibold hover:bg-line"
          onClick={onUndo}
        >
          <Trans>되돌리기</Trans>
        </button>
      </div>
      <p className="mt-2 truncate text-14 font-medium text-quiet tablet:text-16">{card.title}</p>
    </>
  );
}

function ResumeCard({
  card,
  tabIndex,
  onMenu,
}: {
  card: ContinueCard;
  tabIndex: 0 | -1;
  onMenu: () => void;
}) {
  const { t } = useLingui();
  const play = usePlay();
  const minutes = Math.max(1, Math.round((card.duration_seconds - card.current_position) / 60));
  const { season_number: season, episode_number: episode } = card;
  const place = episode === null ? '' : season === null ? t`${episode}화` : t`시즌 ${season} · ${episode}화`;
  const left = t`${minutes}분 남음`;
  const note = place ? `${place} · ${left}` : left;
  return (
    <>
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
        <p className="mt-2 truncate pr-11 text-14 font-medium tablet:text-16">{card.title}</p>
        <p className="truncate pr-11 text-12 text-quiet tablet:text-14">{note}</p>
      </Link>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-label={t`${card.title} 메뉴`}
        className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-full text-quiet hover:bg-raised hover:text-text"
        onClick={onMenu}
      >
        <Icon name="more" size={20} />
      </button>
    </>
  );
}
