import { useEffect } from 'react';
import { type Command, commandOf } from './commands.ts';
import { useLatest } from './use-latest.ts';

interface Keyboard {
  isLive: boolean;
  /** Called on every key, so that the controls stay visible. */
  wake: () => void;
  run: (command: Command) => void;
}

/** The player's keys, wherever the focus is. */
export function useKeyboard({ isLive, wake, run }: Keyboard): void {
  const press = useLatest(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      wake();
      const command = commandOf(event, isLive);
      const target = event.target;
      if (!command || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      // An open menu keeps its keys, and a control with the focus keeps the keys that operate it.
      if (command.do !== 'close' && target.closest('[role=dialog]')) return;
      const arrows =
        command.do === 'volume-by' || (command.do === 'seek-by' && event.key.startsWith('Arrow'));
      if (
        target.matches('input') &&
        (arrows || [' ', 'Enter'].includes(event.key) || command.do === 'seek-to')
      )
        return;
      if (target.matches('button, a') && (event.key === ' ' || event.key === 'Enter')) return;
      event.preventDefault();
      press.current(command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [wake, isLive, press]);
}
