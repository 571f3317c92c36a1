import { useLingui } from '@lingui/react/macro';
import { hoursAndMinutes } from '../../cards/duration.ts';

/** Says a length of time as people do: hours and minutes, nothing smaller. */
export function useSpokenTime(): (seconds: number) => string {
  const { t } = useLingui();
  return (seconds) => {
    if (seconds < 30) return t`0분`;
    const { hours, minutes } = hoursAndMinutes(seconds);
    if (hours === 0) return t`${minutes}분`;
    return minutes === 0 ? t`${hours}시간` : t`${hours}시간 ${minutes}분`;
  };
}
