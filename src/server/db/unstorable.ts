/** What PostgreSQL cannot store: NUL in text, and half a surrogate pair in JSON. */
export const unstorable = /\0|\p{Surrogate}/u;

/** A text with something else for what cannot be stored: half of an emoji, say, or NUL. */
export const storable = (text: string, instead: string): string =>
  text.replace(/\0|\p{Surrogate}/gu, instead);
