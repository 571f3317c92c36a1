import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp } from '../../context.ts';
import { WhenNear } from '../../page/section.tsx';
import { ClipGrid } from './clip-grid.tsx';
import { partnerCategoryQuery } from './partner-video.queries.ts';
import { YoutubeChips } from './youtube-chips.tsx';
import { YoutubeShelf } from './youtube-shelf.tsx';

const route = getRouteApi('/main/youtube/category/$id');

/** A category of partner video: what is newest in it and a row for each sub-category, or all of it where there are none. */
export function PartnerCategoryPage() {
  const { id } = route.useParams();
  const { t } = useLingui();
  const found = useQuery(partnerCategoryQuery(useApp(), id)).data?.data;
  if (!found) return null;
  const { category, videos } = found;
  const subs = found.sub_categories.filter((sub) => sub.videos.length > 0);
  const all = { to: '/youtube/category/$id/$subId', params: { id: category.slug, subId: 'all' } } as const;
  return (
    <ListPage above={[{ name: t`유튜브`, link: { to: '/youtube' } }]} title={category.name}>
      <YoutubeChips />
      {subs.length > 0 ? (
        <div className="mt-6 space-y-10 desktop:space-y-12">
          <YoutubeShelf title={t`${category.name} 전체`} link={all} clips={videos} />
          {subs.map((sub, index) => (
            <WhenNear key={sub.id} shape="landscape" now={index < 1}>
              {() => (
                <YoutubeShelf
                  title={sub.name}
                  link={{ ...all, params: { id: category.slug, subId: sub.slug } }}
                  clips={sub.videos}
                />
              )}
            </WhenNear>
          ))}
        </div>
      ) : (
        <div className="gutter pt-4">
          <ClipGrid clips={videos} label={category.name} />
        </div>
      )}
    </ListPage>
  );
}
