/** Input masks: filter what is typed or pasted into a field. */
import type { FormEvent } from 'react';

const masked = (unwanted: RegExp) => (text: string, most: number) =>
  text.normalize('NFKC').replace(unwanted, '').slice(0, most);

/** The first so many digits of a text. Those of a Korean keyboard's full width are digits too. */
export const digitsOf = masked(/\D/g);
/** Its first so many letters of A to Z. */
export const lettersOf = masked(/[^a-z]/gi);
/** Its first so many letters of A to Z and digits. */
const lettersAndDigitsOf = masked(/[^a-z\d]/gi);

const keep =
  (mask: (text: string, most: number) => string) =>
  (most: number) =>
  ({ currentTarget: field }: FormEvent<HTMLInputElement>): void => {
    const kept = mask(field.value, most);
    if (kept !== field.value) field.value = kept;
  };

/**
 * An `onInput` that keeps a field to so many digits. Such a field has no `maxLength`: the browser would cut what is pasted before
 * its digits are counted.
 */
export const digitsOnly = keep(digitsOf);
/** The same with letters of A to Z beside the digits. */
export const lettersAndDigitsOnly = keep(lettersAndDigitsOf);
