import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../context.ts';
import { WhenNear } from '../../page/section.tsx';
import { homePlaylistsQuery, partnerCategoriesQuery } from './partner-video.queries.ts';
import { YoutubeChips } from './youtube-chips.tsx';
import { YoutubeShelf } from './youtube-shelf.tsx';

/** Partner video: the first playlists, then the newest of each category. */
export function YoutubePage() {
  const context = useApp();
  const playlists = useQuery(homePlaylistsQuery(context)).data?.data ?? [];
  const categories = useQuery(partnerCategoriesQuery(context)).data?.data ?? [];
  const rows = [
    ...playlists.map((playlist) => ({
      key: playlist.id,
      title: playlist.title,
      link: { to: '/youtube/playlist/$id', params: { id: playlist.play_list_id } } as const,
      clips: playlist.videos,
    })),
    ...categories.map((category) => ({
      key: category.id,
      title: category.name,
      link: { to: '/youtube/category/$id', params: { id: category.slug } } as const,
      clips: category.videos,
    })),
  ];
  return (
    <div className="pt-6 desktop:pt-10">
      <h1 className="gutter text-28 font-extrabold tablet:text-36">
        <Trans>유튜브</Trans>
      </h1>
      <div className="mt-3">
        <YoutubeChips />
      </div>
      <div className="mt-6 space-y-10 desktop:space-y-12">
        {rows.map(({ key, ...row }, index) => (
          <WhenNear key={key} shape="landscape" now={index < 2}>
            {() => <YoutubeShelf {...row} />}
          </WhenNear>
        ))}
        {rows.length === 0 && (
          <p className="gutter py-16 text-center text-quiet">
            <Trans>아직 올라온 영상이 없어요. 곧 새로운 영상으로 채울게요.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
