import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Command } from './commands.ts';
import { ControlButton } from './control-button.tsx';
import {
  type AiringControls,
  ChannelButtons,
  EdgeButton,
  LiveButton,
  type LiveControls,
} from './live-controls.tsx';
import { type Menu, MenuButton } from './menu-button.tsx';
import { Clock, PlayControls, VolumeControl } from './play-controls.tsx';
import { FullScreenButton, PictureInPictureButton } from './screen-buttons.tsx';
import type { Film } from './use-film.ts';
import type { FullScreen } from './use-full-screen.ts';
import type { Timeline } from './use-timeline.ts';

interface ControlBarProps {
  film: Film;
  timeline: Timeline;
  fullScreen: FullScreen;
  menu: Menu;
  captionsOn: boolean;
  /** Whether there is more than one audio track to choose from. */
  hasAudioChoice: boolean;
  live: LiveControls | undefined;
  airing: AiringControls | undefined;
  /** Leads to the next one, where there is one. */
  next: { kind?: 'clip'; onPress: () => void } | null;
  run: (command: Command) => void;
  /** The panels of the menus. Each follows its button, so that Tab continues with the next one. */
  captionsMenu: ReactNode;
  settingsMenu: ReactNode;
}

/** The line of buttons below the line of progress. */
export function ControlBar(props: ControlBarProps) {
  const { film, timeline, fullScreen, menu, captionsOn, hasAudioChoice, live, airing, next, run } = props;
  const { t } = useLingui();
  return (
    <div className="relative flex items-center gap-1 tablet:gap-2" data-remote-line="">
      <PlayControls film={film} run={run} />
      <VolumeControl film={film} />
      {live ? (
        <EdgeButton timeline={timeline} time={film.media.time} />
      ) : (
        <Clock time={film.media.time - timeline.begin} duration={timeline.end - timeline.begin} />
      )}
      {airing && <LiveButton isLive={false} behind={null} onPress={airing.onLive} />}
      <div className="ml-auto flex items-center gap-1 tablet:gap-2">
        {live && <ChannelButtons onChannel={live.onChannel} menu={menu} />}
        {next && (
          <ControlButton
            icon="next"
            label={next.kind === 'clip' ? t`다음 영상` : t`다음 회차`}
            onPress={next.onPress}
          />
        )}
        <MenuButton
          menu={menu}
          name="captions"
          label={hasAudioChoice ? t`음성과 자막` : t`자막`}
          on={captionsOn}
        />
        {menu.open === 'captions' && props.captionsMenu}
        <MenuButton menu={menu} name="settings" label={t`재생 설정`} />
        {menu.open === 'settings' && props.settingsMenu}
        <PictureInPictureButton video={film.video} />
        <FullScreenButton fullScreen={fullScreen} />
      </div>
    </div>
  );
}
