/** What PostgreSQL cannot store: NUL in text, and half a surrogate pair in JSON. */
export const unstorable = /\0|\p{Surrogate}/u;
