import { type RefObject, useEffect } from 'react';
import { isTelevision } from '../television.ts';
import { useLatest } from '../use-latest.ts';
import { type Command, commandOf } from './commands.ts';

interface Keyboard {
  box: RefObject<HTMLElement | null>;
  isLive: boolean;
  /** Whether keys of one letter or digit operate the player. */
  letterKeys: boolean;
  /** Called on every key, so that the controls stay visible. */
  wake: () => void;
  run: (command: Command) => void;
}

/** The player's keys. Letters and digits act only with the focus in the player, the others also with no focus. */
export function useKeyboard({ box, isLive, letterKeys, wake, run }: Keyboard): void {
  const press = useLatest(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      wake();
      const command = commandOf(event, isLive);
      const target = event.target;
      if (!command || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      const isInside = box.current?.contains(target) ?? false;
      // With no control focused, the body or the page's main part is.
      if (!isInside && !target.contains(box.current)) return;
      const isLetter = event.key.length === 1 && event.key !== ' ';
      if (isLetter && !(isTelevision() || (isInside && letterKeys))) return;
      // An open menu keeps its keys, and a control with the focus keeps the keys that operate it.
      if (command.do !== 'close' && target.closest('[role=dialog]')) return;
      const isArrow = event.key.startsWith('Arrow');
      const arrows = command.do === 'volume-by' || (command.do === 'seek-by' && isArrow);
      if (
        target.matches('input') &&
        (arrows || [' ', 'Enter'].includes(event.key) || command.do === 'seek-to')
      )
        return;
      if (target.matches('button, a') && (event.key === ' ' || event.key === 'Enter')) return;
      if (target.matches('button, a, input') && command.do === 'channel' && isArrow && !isTelevision())
        return;
      event.preventDefault();
      press.current(command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box, wake, isLive, letterKeys, press]);
}
