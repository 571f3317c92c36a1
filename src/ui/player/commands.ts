/** What a key asks of the player. */
export type Command =
  | { do: 'toggle' }
  | { do: 'seek-by'; seconds: number }
  | { do: 'seek-to'; share: number }
  | { do: 'volume-by'; step: number }
  | { do: 'mute' }
  | { do: 'full-screen' }
  | { do: 'captions' }
  | { do: 'speed'; step: 1 | -1 }
  | { do: 'channel'; step: 1 | -1 }
  | { do: 'digit'; digit: string }
  | { do: 'channels' }
  | { do: 'close' };

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** What a remote control's keys mean while a channel is on. */
function liveCommandOf(key: string): Command | null {
  switch (key) {
    case 'ArrowUp':
    case 'PageUp':
    case 'ChannelUp':
      return { do: 'channel', step: 1 };
    case 'ArrowDown':
    case 'PageDown':
    case 'ChannelDown':
      return { do: 'channel', step: -1 };
    case 'Enter':
      return { do: 'channels' };
  }
  return /^[0-9]$/.test(key) ? { do: 'digit', digit: key } : null;
}

/**
 * The command of a key, or null. Letters go by the key's place, so that they work while a Korean keyboard is on.
 */
export function commandOf(event: Pressed, live = false): Command | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const own = live ? liveCommandOf(event.key) : null;
  if (own) return own;
  switch (event.key) {
    case ' ':
    case 'Enter':
    case 'MediaPlayPause':
      return { do: 'toggle' };
    case 'ArrowLeft':
    case 'MediaRewind':
      return { do: 'seek-by', seconds: -10 };
    case 'ArrowRight':
    case 'MediaFastForward':
      return { do: 'seek-by', seconds: 10 };
    case 'ArrowUp':
      return { do: 'volume-by', step: 0.05 };
    case 'ArrowDown':
      return { do: 'volume-by', step: -0.05 };
    case 'Home':
      return { do: 'seek-to', share: 0 };
    case 'End':
      return { do: 'seek-to', share: 1 };
    case '<':
      return { do: 'speed', step: -1 };
    case '>':
      return { do: 'speed', step: 1 };
    case 'Escape':
      return { do: 'close' };
  }
  if (/^[0-9]$/.test(event.key)) return { do: 'seek-to', share: Number(event.key) / 10 };
  switch (event.code) {
    case 'KeyK':
      return { do: 'toggle' };
    case 'KeyJ':
      return { do: 'seek-by', seconds: -10 };
    case 'KeyL':
      return { do: 'seek-by', seconds: 10 };
    case 'KeyM':
      return { do: 'mute' };
    case 'KeyF':
      return { do: 'full-screen' };
    case 'KeyC':
      return { do: 'captions' };
  }
  return null;
}
