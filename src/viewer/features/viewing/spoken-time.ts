import { useLingui } from '@lingui/react/macro';
import { hoursAndMinutes } from '../../cards/duration.ts';

/** Formats a length of time in hours and minutes, below a minute in seconds. */
export function useSpokenTime(): (seconds: number) => string {
  const { t } = useLingui();
  return (seconds) => {
    if (seconds < 1) return t`0분`;
    if (seconds < 59.5) {
      const whole = Math.round(seconds);
      return t`${whole}초`;
    }
    const { hours, minutes } = hoursAndMinutes(seconds);
    if (hours === 0) return t`${minutes}분`;
    return minutes === 0 ? t`${hours}시간` : t`${hours}시간 ${minutes}분`;
  };
}
