import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import type { HomeSection, HomeSectionType } from '../../../contract/viewer/home.ts';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { lazyPart } from '../../page/lazy-part.tsx';
import { Section, WhenNear } from '../../page/section.tsx';

const AdSlider = lazyPart(() => import('../ads/ad-slider.tsx'), 'AdSlider');
const FreeShelf = lazyPart(() => import('./free-shelf.tsx'), 'FreeShelf');
const ChannelSection = lazyPart(() => import('../live/channel-section.tsx'), 'ChannelSection');

const YoutubeShelf = lazyPart(() => import('../partner-video/youtube-shelf.tsx'), 'YoutubeShelf');

type Of<T extends HomeSectionType> = Extract<HomeSection, { type: T }>;

/** How each type of section is rendered, and the shape that holds its place until it is near. */
const views: {
  [T in HomeSectionType]: Omit<View, 'render'> & { render: (section: Of<T>) => ReactNode };
} = {
  category: {
    shape: 'portrait',
    render: (section) => (
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
    render: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <FreeShelf section={section} />
      </Suspense>
    ),
  },
  row: {
    shape: 'portrait',
    render: (section) => (
      <Section title={section.name} link={{ to: '/content/$id', params: { id: section.slug } }}>
        <TitleShelf cards={section.videos} shape="portrait" label={section.name} />
      </Section>
    ),
  },
  tv: {
    shape: 'landscape',
    render: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <ChannelSection
          name={section.name}
          to="/live-tv"
          channels={section.videos}
          series={section.latest_series}
        />
      </Suspense>
    ),
  },
  radio: {
    shape: 'landscape',
    fetched: true,
    render: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <ChannelSection name={section.name} to="/radio" channels={section.videos} />
      </Suspense>
    ),
  },
  ad: {
    shape: 'landscape',
    fetched: true,
    render: () => (
      <Suspense>
        <AdSlider />
      </Suspense>
    ),
  },
  leaving: {
    shape: 'portrait',
    render: (section) => (
      <Section title={section.name} link={{ to: '/leaving-soon' }}>
        <LeavingShelf section={section} />
      </Section>
    ),
  },
  youtube: {
    shape: 'landscape',
    fetched: true,
    render: (section) => (
      <Suspense fallback={<ShelfSkeleton shape="landscape" />}>
        <YoutubeShelf title={section.name} link={{ to: '/youtube' }} clips={section.videos} />
      </Suspense>
    ),
  },
};

/** Titles that leave soon, each with its last day. */
function LeavingShelf({ section }: { section: Of<'leaving'> }) {
  const { t } = useLingui();
  return (
    <TitleShelf
      cards={section.videos}
      shape="portrait"
      label={section.name}
      note={({ leaving_on_hr: day }) => t`${day}까지`}
    />
  );
}

/** The table above gives each type's own section to its own view. */
interface View {
  shape: 'portrait' | 'landscape';
  /** Its code is fetched when the section comes near the screen, so that it does not delay the first view. */
  fetched?: true;
  render: (section: HomeSection) => ReactNode;
}

/** One section of home, rendered once it comes near the screen, or at once. */
export function HomeSectionView({ section, now }: { section: HomeSection; now: boolean }) {
  const { shape, render, fetched } = views[section.type] as View;
  return (
    <WhenNear shape={shape} now={now && !fetched}>
      {() => render(section)}
    </WhenNear>
  );
}
