import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Playlist } from '../../../contract/viewer/partner-video.ts';
import { Grid } from '../../../ui/components/grid.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { PlayerIcon } from '../../../ui/player/player-icon.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { useApp } from '../../context.ts';
import { sizes } from './clip-card.tsx';
import { allPlaylistsQuery } from './partner-video.queries.ts';
import { YoutubeList } from './youtube-list.tsx';

/** All playlists. */
export function PlaylistsPage() {
  const { t } = useLingui();
  const playlists = useQuery(allPlaylistsQuery(useApp())).data?.data ?? [];
  const title = t`재생목록`;
  const shown = playlists.filter(isShown);
  return (
    <YoutubeList title={title}>
      {shown.length > 0 ? (
        <Grid items={shown} keyOf={idOf} shape="landscape" label={title}>
          {drawPlaylist}
        </Grid>
      ) : (
        <p className="py-20 text-center text-22 font-bold">
          <Trans>아직 재생목록이 없어요</Trans>
        </p>
      )}
    </YoutubeList>
  );
}

const idOf = (playlist: Playlist) => playlist.id;
const drawPlaylist = (playlist: Playlist, tabIndex: 0 | -1) => (
  <PlaylistCard playlist={playlist} tabIndex={tabIndex} />
);

function PlaylistCard({ playlist, tabIndex }: { playlist: Playlist; tabIndex: 0 | -1 }) {
  const { t } = useLingui();
  const text = playlist.current_episode_text;
  const count = text === null ? null : t`${text}편`;
  return (
    <Link
      to="/youtube/playlist/$id"
      params={{ id: playlist.play_list_id }}
      tabIndex={tabIndex}
      aria-label={[playlist.title, count].filter(Boolean).join(', ')}
      className="group/card block rounded-md pt-2"
    >
      <div className="relative">
        {/* More lie behind. */}
        <div className="absolute inset-x-4 -top-2 h-4 rounded-md bg-raised" />
        <div className="absolute inset-x-2 -top-1 h-4 rounded-md bg-line" />
        <Picture
          image={playlist.videos[0]?.preview_image_thumbs ?? null}
          kind="landscape"
          sizes={sizes.grid}
          className="rounded-md transition-transform duration-200 ease-out group-hover/card:scale-[1.02]"
        >
          {count && (
            <span className="absolute right-2 bottom-2 flex items-center gap-1 rounded-sm bg-ground/85 px-2 py-1 text-12 font-semibold tabular-nums">
              <PlayerIcon name="channels" size={16} />
              {count}
            </span>
          )}
        </Picture>
      </div>
      <p className="mt-2 truncate text-14 font-medium tablet:text-16">{playlist.title}</p>
      <p className="truncate text-12 text-quiet tablet:text-14">{playlist.description}</p>
    </Link>
  );
}
