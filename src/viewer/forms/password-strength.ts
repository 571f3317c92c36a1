/** How hard a password is to guess, roughly: length counts more than signs. */
type Strength = 'short' | 'weak' | 'fair' | 'good';

/** Rates a password while it is typed; the server decides whether it is taken. */
export function strengthOf(password: string, own: readonly string[] = []): Strength {
  const form = password.toLowerCase();
  if (password.length < 8) return 'short';
  if (own.some((name) => name.length > 2 && form.includes(name.toLowerCase()))) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Lo}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  );
  const different = new Set(form).size;
  // Runs such as 1234, abcd and qwer add length but nothing to guess.
  const runs = (form.match(/0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv|(.)\1\1/g) ?? []).length;
  const worth = different + kinds.length * 2 + (password.length >= 14 ? 4 : 0) - runs * 4;
  return worth >= 14 ? 'good' : worth >= 10 ? 'fair' : 'weak';
}
