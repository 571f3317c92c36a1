/** The value, which cannot be missing where this is asked: throws if it is. `what` names it. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}.`);
  return value;
}
