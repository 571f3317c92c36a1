/** Reading values of which nothing is known: what was caught, and what clients send. */

/** The field of a value, where the value has fields. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textOf = (value: unknown, name: string): string | undefined => {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : undefined;
};

/** The code that Node, PostgreSQL and most libraries give their errors. */
export const errorCode = (error: unknown): string | undefined => textOf(error, 'code');

/** The name of an error's kind. */
export const errorName = (error: unknown): string | undefined => textOf(error, 'name');

/** What was caught, as an error. */
export const toError = (caught: unknown): Error =>
  caught instanceof Error ? caught : new Error(String(caught));

/** Whether a file or folder is not there. */
export const isMissingFile = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '');
