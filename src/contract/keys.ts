/** The names in a table that is written out in full. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** Whether a text is one of the names in a table that is written out in full. */
export const isKeyOf = <T extends object>(table: T, text: string): text is keyof T & string =>
  Object.hasOwn(table, text);
