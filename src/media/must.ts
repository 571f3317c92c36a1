/** Returns the value; throws an error that names `what` if it is missing. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}.`);
  return value;
}
