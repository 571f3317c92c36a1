import { useCallback, useRef } from 'react';
import type { CaptionStyle } from '../../../contract/caption-style.ts';
import { useApp } from '../../context.ts';

/** The profile's look of captions, and a function that saves it. A guest's is stored on the device only. */
export function useCaptionStyle() {
  const { api, session } = useApp();
  /** The last save. The next one waits for it, because a slow request may arrive after a newer one. */
  const saved = useRef(Promise.resolve());
  const onCaptionStyle = useCallback(
    (style: CaptionStyle) => {
      const { user, profile } = session.get() ?? {};
      if (!user || !profile) return;
      // Films of this visit show it, also when it cannot be saved.
      const styled = { ...profile, caption_style: style };
      session.refresh({
        ...user,
        profiles: user.profiles.map((each) => (each.id === profile.id ? styled : each)),
      });
      saved.current = saved.current.then(() =>
        api('PATCH /api/account/profiles/{id}', {
          params: { id: profile.id },
          body: { caption_style: style },
        }).then(
          () => undefined,
          () => undefined,
        ),
      );
    },
    [api, session],
  );
  return { captionStyle: session.get()?.profile?.caption_style ?? null, onCaptionStyle };
}
