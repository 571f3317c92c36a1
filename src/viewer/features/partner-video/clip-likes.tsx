import { useLingui } from '@lingui/react/macro';
import type { Clip } from '../../../contract/viewer/partner-video.ts';
import { RoundButton } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useMark } from '../viewing/use-mark.ts';

/** Whether the profile likes a clip: one that it does not is greyed in lists. */
export function ClipLikes({ clip }: { clip: Clip }) {
  const { t } = useLingui();
  const { like, rate } = useMark(clip);
  return (
    <>
      <RoundButton size="sm" label={t`좋아요`} on={like === 1} onClick={() => rate(1)}>
        <Icon name="like" size={18} className={like === 1 ? 'text-rose' : undefined} />
      </RoundButton>
      <RoundButton size="sm" label={t`별로예요`} on={like === 2} onClick={() => rate(2)}>
        <Icon name="dislike" size={18} />
      </RoundButton>
    </>
  );
}
