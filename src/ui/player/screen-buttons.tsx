import { useLingui } from '@lingui/react/macro';
import { ControlButton } from './control-button.tsx';
import type { FullScreen } from './use-full-screen.ts';

/** Lets the film go on in a window of its own, where the browser can. */
export function PictureInPictureButton({ video }: { video: HTMLVideoElement | null }) {
  const { t } = useLingui();
  if (!video || !('requestPictureInPicture' in video) || !document.pictureInPictureEnabled) return null;
  return (
    <ControlButton
      icon="pip"
      label={t`작은 화면으로 보기`}
      className="hidden tablet:grid"
      onPress={() => {
        if (document.pictureInPictureElement) void document.exitPictureInPicture();
        else void video.requestPictureInPicture().catch(() => undefined);
      }}
    />
  );
}

/** Full screen and back. */
export function FullScreenButton({ fullScreen: { on, toggle } }: { fullScreen: FullScreen }) {
  const { t } = useLingui();
  return (
    <ControlButton
      icon={on ? 'shrink' : 'expand'}
      label={on ? t`전체 화면 끝내기` : t`전체 화면`}
      onPress={toggle}
    />
  );
}
