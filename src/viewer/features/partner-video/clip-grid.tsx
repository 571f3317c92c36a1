import { Trans } from '@lingui/react/macro';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import { Grid } from '../../../ui/components/grid.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { ClipCard } from './clip-card.tsx';

/** Clips in rows and columns; of none it says so. */
export function ClipGrid({ clips, label }: { clips: readonly Clip[]; label: string }) {
  const shown = clips.filter(isShown);
  if (shown.length === 0) {
    return (
      <p className="py-20 text-center text-22 font-bold">
        <Trans>찾는 콘텐츠가 없어요</Trans>
      </p>
    );
  }
  return (
    <Grid items={shown} keyOf={idOf} shape="landscape" label={label}>
      {drawClip}
    </Grid>
  );
}

const idOf = (clip: Clip) => clip.id;
const drawClip = (clip: Clip, tabIndex: 0 | -1) => <ClipCard clip={clip} tabIndex={tabIndex} place="grid" />;
