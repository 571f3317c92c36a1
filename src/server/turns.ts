/** Long work in the main thread, in parts between which the event loop handles other calls. */
import { setImmediate } from 'node:timers/promises';

const maxBusyMs = 10;
/** So many short steps pass between two looks at the clock. */
const stepsALook = 1024;

/** For long loops: whether other work should run before the next step. `look`: steps between two looks at the clock. */
export function makeTurns(look = stepsALook): { isDue: () => boolean; pass: () => Promise<void> } {
  let since = performance.now();
  let steps = 0;
  return {
    isDue() {
      steps += 1;
      return steps % look === 0 && performance.now() - since > maxBusyMs;
    },
    async pass() {
      await setImmediate();
      since = performance.now();
    },
  };
}
