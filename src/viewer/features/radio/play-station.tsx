import { useLingui } from '@lingui/react/macro';
import type { RadioCard } from '../../../contract/viewer/live.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { useStore } from '../../../ui/store.ts';
import { useSession } from '../../context.ts';
import { usePlay } from '../playback/use-play.ts';
import { radioPlay, tune, tuned } from './radio-store.ts';

interface PlayStationProps {
  station: RadioCard;
  className?: string;
}

/** Plays a station on the page where the viewer is, or pauses it. It leads a guest to the login. */
export function PlayStation({ station, className }: PlayStationProps) {
  const { t } = useLingui();
  const signedIn = useSession();
  const play = usePlay();
  const isCurrent = useStore(tuned)?.station.id === station.id;
  const state = useStore(radioPlay);
  const plays = isCurrent && state?.plays !== false;
  const { name } = station;
  const press = () => {
    if (isCurrent && state) state.toggle();
    else if (signedIn?.profile && (station.premium === 'Free' || signedIn.user.has_active_plan))
      tune(station, signedIn.profile.id);
    else play(station, { type: 'r', id: station.slug });
  };
  return (
    <button
      type="button"
      aria-label={plays ? t`${name} 멈추기` : t`${name} 듣기`}
      title={plays ? t`멈추기` : t`듣기`}
      className={cx(
        'grid size-12 shrink-0 place-items-center rounded-full bg-vermilion text-ground transition-[background-color,transform] hover:bg-vermilion-bright active:scale-95',
        className,
      )}
      onClick={press}
    >
      <Icon name={plays ? 'pause' : 'play'} />
    </button>
  );
}
