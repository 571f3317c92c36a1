import { type ReactNode, Suspense } from 'react';
import type { HomeSection, HomeSectionType } from '../../../contract/viewer/home.ts';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Section, WhenNear } from '../../layout/section.tsx';
import { TitleShelf } from '../catalog/title-shelf.tsx';

const AdSlider = lazyPart(() => import('../ads/ad-slider.tsx'), 'AdSlider');
const FreeShelf = lazyPart(() => import('./free-shelf.tsx'), 'FreeShelf');
const TvSection = lazyPart(() => import('../live/tv-section.tsx'), 'TvSection');

const YoutubeShelf = lazyPart(() => import('../partner-video/youtube-shelf.tsx'), 'YoutubeShelf');

type Of<T extends HomeSectionType> = Extract<HomeSection, { type: T }>;

/** How each type of section is drawn, and the shape that holds its place until it is near. */
const views: {
  [T in HomeSectionType]: Omit<View, 'draw'> & { draw: (section: Of<T>) => ReactNode };
} = {
  category: {
    shape: 'portrait',
    draw: (section) => (
      <Section
        title={section.name}
        link={
          section.category_slug ? { to: '/category/$id', params: { id: section.category_slug } } : undefined
        }
      >
        <TitleShelf cards={section.videos} shape="portrait" label={section.name} />
      </Section>
    ),
  },
  free: {
    shape: 'landscape',
    fetched: true,
    draw: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <FreeShelf section={section} />
      </Suspense>
    ),
  },
  row: {
    shape: 'portrait',
    draw: (section) => (
      <Section title={section.name} link={{ to: '/content/$id', params: { id: section.slug } }}>
        <TitleShelf cards={section.videos} shape="portrait" label={section.name} />
      </Section>
    ),
  },
  tv: {
    shape: 'landscape',
    draw: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <TvSection name={section.name} channels={section.videos} series={section.latest_series} />
      </Suspense>
    ),
  },
  ad: {
    shape: 'landscape',
    fetched: true,
    draw: () => (
      <Suspense>
        <AdSlider />
      </Suspense>
    ),
  },
  youtube: {
    shape: 'landscape',
    fetched: true,
    draw: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <YoutubeShelf title={section.name} link={{ to: '/youtube' }} clips={section.videos} />
      </Suspense>
    ),
  },
};

/** The table above gives each type's own section to its own view. */
interface View {
  shape: 'portrait' | 'landscape';
  /** Its code is fetched when it comes near, so as not to be in the way of the first view. */
  fetched?: true;
  draw: (section: HomeSection) => ReactNode;
}

/** One section of home, drawn once it comes near the screen, or at once. */
export function HomeSectionView({ section, now }: { section: HomeSection; now: boolean }) {
  const { shape, draw, fetched } = views[section.type] as View;
  return (
    <WhenNear shape={shape} now={now && !fetched}>
      {() => draw(section)}
    </WhenNear>
  );
}
