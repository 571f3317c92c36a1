/** Joins the functions that modules register for the events of others. */
import type { Hooks } from './context.ts';

/** One function a hook. Fails if the title of a playback is registered by no module or by several. */
export function joinHooks(registered: readonly Partial<Hooks>[]): Hooks {
  const functionsOf = <K extends keyof Hooks>(name: K) =>
    registered.flatMap((hooks) => hooks[name] ?? []) as Hooks[K][];
  const inOrder =
    <Args extends unknown[]>(functions: ((...args: Args) => Promise<void>)[]) =>
    async (...args: Args) => {
      for (const run of functions) await run(...args);
    };
  const [titleOfPlayback, ...others] = functionsOf('titleOfPlayback');
  if (!titleOfPlayback || others.length > 0)
    throw new Error('Exactly one module has to register titleOfPlayback.');
  return {
    sessionsEnded: inOrder(functionsOf('sessionsEnded')),
    profileLeft: inOrder(functionsOf('profileLeft')),
    householdLeaving: inOrder(functionsOf('householdLeaving')),
    beforePreview: inOrder(functionsOf('beforePreview')),
    async isMailWanted(...args) {
      for (const isWanted of functionsOf('isMailWanted')) if (!(await isWanted(...args))) return false;
      return true;
    },
    titleOfPlayback,
  };
}
