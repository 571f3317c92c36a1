import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { useApp } from '../../context.ts';
import { useClipLink } from './clip-card.tsx';
import { ClipGrid } from './clip-grid.tsx';
import { playlistClipsQuery, playlistQuery } from './partner-video.queries.ts';
import { useClips } from './use-clips.ts';

const route = getRouteApi('/main/youtube/playlist/$id');

/** A playlist: its clips in order, twenty at a time. */
export function PlaylistPage() {
  const { id } = route.useParams();
  const { t } = useLingui();
  const context = useApp();
  const playlist = useQuery(playlistQuery(context, id)).data?.data;
  const query = useInfiniteQuery(playlistClipsQuery(context, id));
  const clips = useClips(query.data?.pages);
  if (!playlist) return null;
  const first = clips.find(({ skip }) => skip === '0');
  const text = playlist.current_episode_text;
  return (
    <ListPage
      above={[
        { name: t`유튜브`, link: { to: '/youtube' } },
        { name: t`재생목록`, link: { to: '/youtube/playlist' } },
      ]}
      title={playlist.title}
      aside={first && <PlayAll clip={first} />}
    >
      <div className="gutter">
        {(text || playlist.description) && (
          <p className="max-w-3xl text-quiet">
            {text && <span className="mr-3 font-semibold text-text">{t`${text}편`}</span>}
            {playlist.description}
          </p>
        )}
        <div className="pt-6">
          <ClipGrid clips={clips} label={playlist.title} />
        </div>
        {query.hasNextPage && (
          <div className="pt-10 text-center">
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {query.isFetchingNextPage ? <Trans>불러오는 중…</Trans> : <Trans>영상 더 보기</Trans>}
            </Button>
          </div>
        )}
      </div>
    </ListPage>
  );
}

function PlayAll({ clip }: { clip: Clip }) {
  return (
    <Link {...useClipLink(clip)} className={buttonClass('primary', 'md')}>
      <Icon name="play" size={20} />
      <Trans>처음부터 재생</Trans>
    </Link>
  );
}
