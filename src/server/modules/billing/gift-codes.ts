/** Codes of gifts: made so that they are not guessed, and read as people type them. Pure but for chance. */
import { randomInt } from 'node:crypto';

/** Without what is taken for something else: 0, O, 1, I, L. 31 characters, so a code has 79 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 16;

/** A new code, as it is kept. */
export const makeCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A code as it is shown: in groups of four. */
export const shownCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** What somebody typed, as codes are kept. */
export const typedCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
