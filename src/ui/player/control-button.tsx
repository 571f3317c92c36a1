import { cx } from '../class-names.ts';
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx';

interface ControlButtonProps {
  icon: PlayerIconName;
  label: string;
  onPress: () => void;
  size?: number;
  on?: boolean;
  /** Whether its menu is open, where it has one. */
  expanded?: boolean;
  className?: string;
}

/** A round button over the film. */
export function ControlButton({
  icon,
  label,
  onPress,
  size = 28,
  on,
  expanded,
  className,
}: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      data-menu-button={expanded === undefined ? undefined : ''}
      className={cx(
        'relative grid size-12 shrink-0 place-items-center rounded-full transition-[background-color,transform] hover:bg-text/15 active:scale-90',
        className,
      )}
      onClick={onPress}
    >
      <PlayerIcon name={icon} size={size} />
      {on && <span data-mark="" className="absolute bottom-1.5 h-0.5 w-5 rounded-full bg-vermilion" />}
    </button>
  );
}
