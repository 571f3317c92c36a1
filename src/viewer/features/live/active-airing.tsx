import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef } from 'react';
import type { Airing } from '../../../contract/viewer/live.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { Player } from '../../../ui/player/player.tsx';
import { useApp } from '../../context.ts';
import { posterAddress } from '../playback/poster.ts';
import { useCaptionStyle } from '../playback/use-caption-style.ts';
import { useSessionBeat } from '../playback/use-session-beat.ts';
import { dayText, spanText } from './times.ts';

interface ActiveAiringProps {
  session: ChannelSession;
  airing: Airing;
  /** Seconds from its start to begin at: another session of the same airing continues. */
  startAt: number;
  onTime: (seconds: number) => void;
  onBack: () => void;
  onLive: () => void;
  /** The server has ended the session: it takes another. */
  onEnded: () => void;
  onFailure: (failure: PlaybackFailure) => void;
}

/** An airing of a channel that plays from its start, with the way to the live channel. */
export function ActiveAiring({ session, airing, startAt, onTime, onLive, ...calls }: ActiveAiringProps) {
  const { locale } = useApp();
  const { i18n } = useLingui();
  const captions = useCaptionStyle();
  const { channel } = session;
  // As the live channel, it is counted without a position.
  const position = useRef(0);
  useSessionBeat(session, position, calls.onEnded);

  useEffect(() => {
    document.title = [airing.title, channel.name].filter(Boolean).join(' · ');
  }, [airing.title, channel.name]);

  const begin = useRef(startAt);
  const source = useMemo(
    () => ({
      manifest: session.manifest,
      licenceUrl: null,
      captions: [],
      startAt: begin.current,
      endsWithRights: true,
    }),
    [session],
  );
  const day = dayText(locale, Date.parse(airing.starts_at));
  return (
    <main data-channel={channel.slug} data-airing={airing.starts_at}>
      <Player
        source={source}
        title={airing.title || channel.name}
        subtitle={[`${channel.number} ${channel.name}`, airing.subtitle, `${day} ${spanText(locale, airing)}`]
          .filter(Boolean)
          .join(' · ')}
        poster={posterAddress(channel.preview_image_thumbs)}
        storyboard={null}
        language={i18n.locale}
        {...captions}
        next={{ title: channel.name, image: channel.preview_image_thumbs, kind: 'live' }}
        autoNext={false}
        licenceHeaders={() => ({})}
        onBack={calls.onBack}
        onNext={onLive}
        onFailure={calls.onFailure}
        onPosition={onTime}
        airing={{ onLive }}
      />
    </main>
  );
}
