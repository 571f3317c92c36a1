import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Card, Image } from '../../../contract/wire.ts';
import { cx } from '../../../ui/class-names.ts';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { episodesText } from '../../cards/episodes-text.ts';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { useApp, useScreenSize } from '../../context.ts';
import { CategoryIcon } from '../../page/category-icon.tsx';
import { Section } from '../../page/section.tsx';
import { newReleaseQuery } from './new-release.queries.ts';

interface Tab {
  slug: string;
  name: string;
  icon: Image | null;
}

interface NewReleaseStripProps {
  /** On a category's page: only its titles, with its sub-categories as tabs. */
  category?: string;
  tabs: readonly Tab[];
}

/** Page lengths on a category's page; on small screens they are shorter than on home. */
const perCategoryPage = { pc: 16, tablet: 6, mobile: 4 } as const;

/** The newest titles, of everything or of one tab; more pages come as the strip is scrolled. */
export function NewReleaseStrip({ category, tabs }: NewReleaseStripProps) {
  const { t } = useLingui();
  const context = useApp();
  const [tab, setTab] = useState<string | null>(null);
  const panel = useId();
  const perPage = perCategoryPage[useScreenSize()];
  const filter = category
    ? { category, subCategory: tab ?? undefined, perPage }
    : { category: tab ?? undefined };
  const query = useInfiniteQuery({
    ...newReleaseQuery(context, filter),
    placeholderData: keepPreviousData,
  });
  const cards = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.isError || (query.isSuccess && cards.length === 0 && tab === null)) return null;
  return (
    <Section
      title={<Trans>새로 나왔어요</Trans>}
      link={{
        to: '/new-releases/{-$category_id}',
        params: { category_id: category ?? tab ?? undefined },
      }}
      aside={
        tabs.length > 1 && (
          <Tabs panel={panel} label={t`새로 나온 콘텐츠 분류`} tabs={tabs} chosen={tab} onChoose={setTab} />
        )
      }
    >
      <div
        {...(tabs.length > 1 ? tabPanel(panel, tab) : {})}
        aria-busy={query.isPlaceholderData}
        className={cx('transition-opacity duration-200', query.isPlaceholderData && 'opacity-50')}
      >
        {query.isPending ? (
          <ShelfSkeleton shape="landscape" plain />
        ) : cards.length === 0 ? (
          <p className="gutter flex aspect-4/1 max-h-56 items-center text-quiet">
            <Trans>아직 새로 나온 콘텐츠가 없어요.</Trans>
          </p>
        ) : (
          <TitleShelf
            key={tab}
            cards={cards}
            shape="landscape"
            label={t`새로 나온 콘텐츠`}
            note={(card) => newReleaseNote(card, (text) => t`${text}화`)}
            onNearEnd={() => {
              if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
            }}
          />
        )}
      </div>
    </Section>
  );
}

function newReleaseNote(card: Card, episodes: (text: string) => string): string {
  if (card.type === 'e' && card.name !== card.title) return card.name;
  const text = episodesText(card);
  if (text) return episodes(text);
  return card.release_date?.slice(0, 4) ?? '';
}

interface TabsProps {
  /** The id of the element that shows the chosen part. */
  panel: string;
  label: string;
  tabs: readonly Tab[];
  chosen: string | null;
  onChoose: (slug: string | null) => void;
}

const tabId = (panel: string, slug: string | null) => `${panel}-${slug ?? 'all'}`;

/** Attributes of the element that shows the chosen part. */
export const tabPanel = (panel: string, chosen: string | null) =>
  ({ id: panel, role: 'tabpanel', 'aria-labelledby': tabId(panel, chosen) }) as const;

/** All, and one part after the other: one is chosen. */
export function Tabs({ panel, label, tabs, chosen, onChoose }: TabsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const all = [{ slug: null, name: t`전체`, icon: null }, ...tabs];
  const at = all.findIndex((tab) => tab.slug === chosen);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="no-scrollbar -mx-(--gutter) flex max-w-[100vw] gap-2 overflow-x-auto px-(--gutter) py-1 desktop:mx-0 desktop:px-1"
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        const next = (at + step + all.length) % all.length;
        onChoose(all[next]!.slug);
        list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
      }}
    >
      {all.map((tab, index) => (
        <button
          key={tab.slug ?? 'all'}
          id={tabId(panel, tab.slug)}
          type="button"
          role="tab"
          aria-selected={index === at}
          aria-controls={panel}
          tabIndex={index === at ? 0 : -1}
          className={cx(
            'flex h-9 shrink-0 items-center gap-1.5 rounded-full px-4 text-14 font-semibold transition-colors',
            index === at ? 'bg-text text-ground' : 'bg-raised text-quiet hover:text-text',
          )}
          onClick={() => onChoose(tab.slug)}
        >
          <CategoryIcon icon={tab.icon} />
          {tab.name}
        </button>
      ))}
    </div>
  );
}
