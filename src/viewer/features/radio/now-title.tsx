import { useLingui } from '@lingui/react/macro';
import type { Airing } from '../../../contract/viewer/live.ts';

/** Returns a function that names the current program of a station, or says why there is none. */
export function useNowTitle(): (now: Airing | null) => string {
  const { t } = useLingui();
  return (now) => {
    if (!now) return t`지금은 방송이 없어요`;
    return now.hidden ? t`볼 수 없는 프로그램` : now.title;
  };
}
