/** Limits of airings, for all parts. */

/** A longer airing cannot be watched from its start, because its playlist would be too long. */
export const maxAiringHours = 8;
