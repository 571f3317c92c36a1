/** The value, which cannot be missing where this is asked: throws if it is. `what` names it. */
export function must<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`There is no ${what}.`);
  return value;
}
