import { useLingui } from '@lingui/react/macro';
import type { Command } from './commands.ts';
import type { LiveControls } from './live-controls.tsx';
import type { Menu } from './menu-button.tsx';
import { speeds } from './menus.tsx';
import type { Captions } from './use-engine.ts';
import type { Film } from './use-film.ts';
import type { FullScreen } from './use-full-screen.ts';
import type { Timeline } from './use-timeline.ts';

interface Commanded {
  film: Film;
  timeline: Timeline;
  captions: Captions;
  fullScreen: FullScreen;
  menu: Menu;
  live: Pick<LiveControls, 'onChannel' | 'onDigit'> | undefined;
  /** Says for a moment what was done. */
  say: (text: string) => void;
}

/** Executes the command of a key, a press or a button. */
export function useCommands({ film, timeline, captions, fullScreen, menu, live, say }: Commanded) {
  const { t } = useLingui();
  const { video, media } = film;
  const { begin, end, seek } = timeline;
  return (command: Command) => {
    switch (command.do) {
      case 'toggle':
        return film.toggle();
      case 'seek-by':
        seek((video?.currentTime ?? 0) + command.seconds);
        return say(command.seconds > 0 ? t`10초 앞으로` : t`10초 뒤로`);
      case 'seek-to':
        return seek(begin + (end - begin) * command.share);
      case 'volume-by': {
        film.setVolume((video?.muted ? 0 : (video?.volume ?? 1)) + command.step);
        const percent = Math.round((video?.volume ?? 0) * 100);
        return say(t`음량 ${percent}%`);
      }
      case 'mute':
        film.setMuted(!media.muted);
        return say(media.muted ? t`소리 켜기` : t`소리 끄기`);
      case 'full-screen':
        return fullScreen.toggle();
      case 'captions':
        if (captions.tracks.length === 0) return say(t`자막이 없어요`);
        captions.toggle();
        return say(captions.track === null ? t`자막 켜기` : t`자막 끄기`);
      case 'speed': {
        if (live) return;
        const at = speeds.findIndex((speed) => speed >= media.rate);
        const rate = speeds[Math.min(speeds.length - 1, Math.max(0, at + command.step))]!;
        film.setRate(rate);
        return say(`${rate}×`);
      }
      case 'channel':
        return live?.onChannel(command.step);
      case 'digit':
        return live?.onDigit(command.digit);
      case 'channels':
        return menu.show('channels');
      case 'close':
        return menu.show(null);
    }
  };
}
