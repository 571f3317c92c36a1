/** Which passwords an account may have, beside their length. */
import { failField } from '../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Refuses a password that a guesser tries first. */
export function requireGoodPassword(
  password: string,
  { username, email }: { username: string; email: string },
  field = 'password',
): void {
  if (isCommonPassword(password)) failField(field, 'password_common');
  const form = password.normalize('NFKC').toLowerCase();
  const own = [username, email, email.split('@')[0] as string].map((name) => name.toLowerCase());
  if (own.includes(form)) failField(field, 'password_own');
}
