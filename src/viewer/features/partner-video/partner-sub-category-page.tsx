import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApp } from '../../context.ts';
import { ClipGrid } from './clip-grid.tsx';
import { categoryClipsQuery, partnerCategoryQuery } from './partner-video.queries.ts';
import { YoutubeList } from './youtube-list.tsx';

const route = getRouteApi('/main/youtube/category/$id/$subId');

/** The clips of a sub-category of partner video, or of a whole category. */
export function PartnerSubCategoryPage() {
  const { id, subId } = route.useParams();
  const { t } = useLingui();
  const context = useApp();
  const found = useQuery(partnerCategoryQuery(context, id)).data?.data;
  const clips = useQuery(categoryClipsQuery(context, id, subId)).data?.data ?? [];
  if (!found) return null;
  const { category } = found;
  const sub = found.sub_categories.find((own) => own.id === subId || own.slug === subId.normalize('NFC'));
  const title = sub?.name ?? t`${category.name} 전체`;
  return (
    <YoutubeList
      above={[{ name: category.name, link: { to: '/youtube/category/$id', params: { id: category.slug } } }]}
      title={title}
    >
      <ClipGrid clips={clips} label={title} />
    </YoutubeList>
  );
}
