/** Text as callers send it. */
import { z } from 'zod';

/**
 * Text of at most `max` characters. Of longer text nothing else is checked or made: to normalise or match it could take long. The
 * checks that follow see what is left of it (normalised text may have 18 times as many characters).
 */
export const text = (max: number) => z.string().max(max, { abort: true });

/**
 * Text that is put in another form; in that form, too, it has at most `max` characters: it is kept so, and composing what looks like one
 * character can make several of it.
 */
export const reshaped = (max: number, reshape: (sent: string) => string) =>
  text(max).overwrite(reshape).max(max);

/** One line of text: NFC, trimmed, without control characters. */
export const line = (max: number) =>
  reshaped(max, (sent) =>
    sent
      .normalize('NFC')
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  );
/** The same, which has to be there. */
export const requiredLine = (max: number) => line(max).min(1);
/** Text of several lines. */
export const paragraphs = (max: number) =>
  reshaped(max, (sent) =>
    sent
      .normalize('NFC')
      .replace(/[^\P{Cc}\n]+/gu, ' ')
      .trim(),
  );
