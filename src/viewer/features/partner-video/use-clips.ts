import { useMemo } from 'react';
import type { Clip } from '../../../contract/viewer/partner-video.ts';

/** The clips of all pages that have come; one that moved between two pages meanwhile stands once. */
export function useClips(pages: readonly { data: readonly Clip[] }[] | undefined): readonly Clip[] {
  return useMemo(() => {
    const all = (pages ?? []).flatMap(({ data }) => data);
    return [...new Map(all.map((clip) => [clip.id, clip])).values()];
  }, [pages]);
}
