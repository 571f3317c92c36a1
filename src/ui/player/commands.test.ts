import { describe, expect, it } from 'vitest';
import { commandOf } from './commands.ts';

const press = (key: string, code = '', held: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, code, altKey: false, ctrlKey: false, metaKey: false, ...held });

describe('a key in the player', () => {
  it('plays and pauses with space and K', () => {
    expect(press(' ')).toEqual({ do: 'toggle' });
    expect(press('k', 'KeyK')).toEqual({ do: 'toggle' });
  });

  it('plays, pauses and jumps with the keys of a remote control', () => {
    for (const key of ['Enter', 'MediaPlayPause']) expect(press(key)).toEqual({ do: 'toggle' });
    expect(press('MediaRewind')).toEqual({ do: 'seek-by', seconds: -10 });
    expect(press('MediaFastForward')).toEqual({ do: 'seek-by', seconds: 10 });
  });

  it('means the same while a Korean keyboard is on', () => {
    expect(press('ㅏ', 'KeyK')).toEqual({ do: 'toggle' });
    expect(press('ㄹ', 'KeyF')).toEqual({ do: 'full-screen' });
  });

  it('jumps ten seconds with arrows, J and L, and to tenths with digits', () => {
    expect(press('ArrowLeft')).toEqual({ do: 'seek-by', seconds: -10 });
    expect(press('l', 'KeyL')).toEqual({ do: 'seek-by', seconds: 10 });
    expect(press('7')).toEqual({ do: 'seek-to', share: 0.7 });
    expect(press('End')).toEqual({ do: 'seek-to', share: 1 });
  });

  it('changes channels while one is on: arrows as on a remote, and numbers', () => {
    const live = (key: string) =>
      commandOf({ key, code: '', altKey: false, ctrlKey: false, metaKey: false }, true);
    expect(live('ArrowUp')).toEqual({ do: 'channel', step: 1 });
    expect(live('PageDown')).toEqual({ do: 'channel', step: -1 });
    expect(live('7')).toEqual({ do: 'digit', digit: '7' });
    expect(live('Enter')).toEqual({ do: 'channels' });
    expect(live('ArrowLeft')).toEqual({ do: 'seek-by', seconds: -10 });
  });

  it('is left to the browser together with Ctrl, Alt or Command', () => {
    expect(press('f', 'KeyF', { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', '', { altKey: true })).toBeNull();
  });
});
