/** Text as callers send it. */
import { z } from 'zod';

/**
 * Text of at most `max` characters. Of longer text nothing else is checked or made: to normalise or match it could take long. The
 * checks that follow see what is left of it (normalised text may have 18 times as many characters).
 */
export const text = (max: number) => z.string().max(max, { abort: true });
