/**
 * Where the partner's player is. The content security policy keeps its script out, so what it says to the page is heard without: it answers
 * `listening`, and then tells by itself, several times a second while it plays.
 */
import { type RefObject, useEffect } from 'react';

const playerOrigin = 'https://www.youtube-nocookie.com';
/** How often it is asked until it answers: it hears nothing before it is ready. */
const askEveryMs = 500;

/** What the player says: only what has changed. */
interface FrameSaying {
  /** Where it is; undefined when it does not say so. */
  seconds?: number;
  /** 0 ended, 1 playing, 2 paused; there are others. */
  state?: number;
}

/** Reads a message of the player; undefined for anything else. */
export function readFrameMessage(data: unknown): FrameSaying | undefined {
  if (typeof data !== 'string') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || !('event' in message)) return undefined;
  const info: unknown = 'info' in message ? message.info : null;
  if (typeof info !== 'object' || info === null) return {};
  const saying: FrameSaying = {};
  if ('currentTime' in info && typeof info.currentTime === 'number' && info.currentTime >= 0)
    saying.seconds = info.currentTime;
  if ('playerState' in info && typeof info.playerState === 'number') saying.state = info.playerState;
  return saying;
}

/** Where a player is, and whether it plays. */
interface FramePosition {
  position: RefObject<number>;
  playing: RefObject<boolean>;
}

/** Keeps where the player in the frame is; `onTurn` is called when it begins, pauses or ends. */
export function useFramePosition(
  frame: RefObject<HTMLIFrameElement | null>,
  { position, playing }: FramePosition,
  onTurn: () => void,
): void {
  useEffect(() => {
    let state: number | undefined;
    const ask = () =>
      // To any origin: it says nothing, and a frame that could not be loaded has another one.
      frame.current?.contentWindow?.postMessage(
        JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
        '*',
      );
    const timer = setInterval(ask, askEveryMs);
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== playerOrigin || source !== frame.current?.contentWindow) return;
      const saying = readFrameMessage(data);
      if (!saying) return;
      clearInterval(timer);
      if (saying.seconds !== undefined) position.current = saying.seconds;
      if (saying.state === undefined || saying.state === state) return;
      state = saying.state;
      if (state < 0 || state > 2) return;
      playing.current = state === 1;
      onTurn();
    };
    window.addEventListener('message', onMessage);
    return () => {
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
    };
  }, [frame, position, playing, onTurn]);
}
