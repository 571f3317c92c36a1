/**
 * Passwords that are tried first. `common-passwords.txt`: those of zxcvbn-ts 4.1.3 (its `language-common`, MIT, the licence is
 * beside it) that have 8 characters or more, as leaks have them, the most frequent first; letters in lower case, one a line.
 */
import leaked from './common-passwords.txt?raw';

/** What that list lacks: what is typed here, Korean on Latin keys among it. */
const ours = `0123456789 987654321 9876543210 87654321 12341234 123412345 123123123 12121212 password12345 p@ssword p@ssw0rd1
  qwer1234! qwer123! 1q2w3e4r! aa12345678 abcd1234! abcdefgh admin1234 test12345 guest123 user1234 root1234 korea123
  korea1234 seoul1234 dkssud12 dkssudgktpdy tkfkdgo1 tkfkdgo12 rlaehdgus alswls12 gksrnr12 wjdgus12 dlawhd12 qlalfqjsgh
  dkagh123 dkagh1234 ekfrekfr sarang12 sarang123 saranghae saranghae1 marumaru netflix1 netflix123 tving123 wavve123`;

/** All of them. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...leaked.trim().split(/\r?\n/),
  ...ours.split(/\s+/),
]);

/** Whether a password is one that a guesser tries first, also with digits after it, or is nothing but one sign or two over and over. */
export function isCommonPassword(password: string): boolean {
  const form = password.normalize('NFKC').toLowerCase();
  if (new Set(form).size < 3) return true;
  let stem = form;
  while (!commonPasswords.has(stem)) {
    if (!/\d$/.test(stem)) return false;
    stem = stem.slice(0, -1);
  }
  return true;
}
