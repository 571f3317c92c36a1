import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../context.ts';
import { ClipGrid } from './clip-grid.tsx';
import { newArrivalQuery } from './partner-video.queries.ts';
import { YoutubeList } from './youtube-list.tsx';

/** The newest clips of all. */
export function NewArrivalPage() {
  const { t } = useLingui();
  const clips = useQuery(newArrivalQuery(useApp())).data?.data ?? [];
  const title = t`새로 올라온 영상`;
  return (
    <YoutubeList title={title}>
      <ClipGrid clips={clips} label={title} />
    </YoutubeList>
  );
}
