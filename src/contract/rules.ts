/**
 * The rules of what people type into forms. A form asks them before it sends, the calls check what arrives by the same bounds and
 * patterns, and both say what is wrong from one table (`messages.ts`). Without zod, so that a form's script may carry it.
 */
import { postalPatterns } from './addresses.ts';
import type { FieldProblem, ValidationMessage, Values } from './messages.ts';
import { isReservedSlug } from './pages.ts';

export const minUsernameLength = 3;
export const maxUsername = 40;
/** As somebody types it; what is left of it once it is normalised counts. */
export const maxTypedUsername = 200;
export const minPasswordLength = 8;
export const minStaffPasswordLength = 12;
/** Nobody who was born earlier signs in. */
export const firstBirthDate = '1900-01-01';
export const maxSlugLength = 120;
/** Digits of a code that went to a mailbox or that an authenticator app shows, and of a PIN. */
export const codeDigits = 6;
export const pinDigits = 4;

/** As many digits and nothing else. */
export const digitsPattern = (count: number): RegExp => new RegExp(`^\\d{${count}}$`);

/** E.164 of Korea, or of the countries of North America. */
export const phonePattern =
  /^\+(?:1[2-9]\d{2}[2-9]\d{6}|82(?:1[016789]\d{7,8}|2\d{7,8}|[3-6][1-5]\d{7,8}|70\d{8})|52\d{10})$/;

/** The code that a television shows: letters that no other is mistaken for (RFC 8628 §6.1). */
export const userCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;

/**
 * Letters of any script, digits, signs and emoji; no spaces, nothing that cannot be seen but the joiner between two emoji, and no @,
 * which tells it from an e-mail address. Each character can be read in one way only, so that the time is linear.
 */
export const usernamePattern =
  /^(?!.*@)(?:[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic}))+$/u;

/** The name of something in addresses. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** `#rrggbb`. */
export const colorPattern = /^#[0-9a-f]{6}$/i;

/** A username as it is kept: in lower case, and what looks the same is the same. */
export const normalUsername = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const problem = (message: ValidationMessage, values: Values = {}): FieldProblem => ({ message, values });

const matching = (text: string, pattern: RegExp, message: ValidationMessage, values?: Values) =>
  text === '' ? problem('required') : pattern.test(text) ? null : problem(message, values);

const atLeast = (text: string, min: number) =>
  text === '' ? problem('required') : text.length < min ? problem('min_text', { min }) : null;

/** Each rule answers what is wrong with an entry, or null. */
export const rules = {
  required: (text: string) => (text === '' ? problem('required') : null),
  chosen: (value: string) => (value === '' ? problem('choose') : null),
  postalCode: (text: string, country: keyof typeof postalPatterns) =>
    matching(text, postalPatterns[country], 'postal_code'),
  accepted: (checked: boolean) => (checked ? null : problem('accepted')),
  digits: (text: string, digits: number) => matching(text, digitsPattern(digits), 'digits', { digits }),
  /** That it can be one; the server looks closer. */
  email: (text: string) => matching(text, /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, 'email'),
  phone: (text: string) => matching(text, phonePattern, 'phone'),
  user_code: (text: string) => matching(text, userCodePattern, 'user_code'),
  username(text: string) {
    if (text.length > maxTypedUsername) return problem('max_text', { max: maxUsername });
    const username = normalUsername(text);
    if (username.length > maxUsername) return problem('max_text', { max: maxUsername });
    return atLeast(username, minUsernameLength) ?? matching(username, usernamePattern, 'regex');
  },
  slug: (text: string) => matching(text, slugPattern, 'slug'),
  color: (text: string) => matching(text, colorPattern, 'regex'),
  min_text: (text: string, min: number) => (text === '' ? null : atLeast(text, min)),
  max_text: (text: string, max: number) => (text.length > max ? problem('max_text', { max }) : null),
  new_password: (text: string) => atLeast(text, minPasswordLength),
  confirmed: (text: string, original: string) => (text === original ? null : problem('confirmed')),
  /** That a grown-up has shown to be one, by either of two. */
  reauthentication: (given: boolean) => (given ? null : problem('reauthentication')),
  max_items: (count: number, max: number) => (count > max ? problem('max_items', { max }) : null),
} as const satisfies Record<string, (...entry: never[]) => FieldProblem | null>;

/** What is wrong with the slug of a page of the staff, or null. Apart from the others, so that viewers' forms go without the table. */
export const pageSlugProblem = (text: string): FieldProblem | null =>
  rules.slug(text) ?? (isReservedSlug(text) ? problem('slug_reserved') : null);
