import { type PointerEvent, useRef } from 'react';
import type { Command } from './commands.ts';
import type { Controls } from './use-controls.ts';

/** A press on the film: with a mouse it plays and pauses; a tap shows the controls, two taps on a side jump. */
export function usePresses({ shown, wake, hide }: Controls, run: (command: Command) => void) {
  const last = useRef(0);
  return {
    onPointerUp(event: PointerEvent) {
      if (event.button !== 0) return;
      const twice = event.timeStamp - last.current < 300;
      last.current = twice ? 0 : event.timeStamp;
      if (event.pointerType === 'mouse') {
        if (twice) run({ do: 'full-screen' });
        run({ do: 'toggle' });
        return;
      }
      const box = event.currentTarget.getBoundingClientRect();
      const place = (event.clientX - box.left) / box.width;
      if (twice && (place < 0.35 || place > 0.65)) run({ do: 'seek-by', seconds: place < 0.5 ? -10 : 10 });
      else if (shown) hide();
      else wake();
    },
  };
}
