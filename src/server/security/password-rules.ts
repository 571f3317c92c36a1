/** Which passwords an account may have, a viewer's or one of staff, beside their length. */
import type { Config } from '../config.ts';
import { failField } from '../errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** As names are compared with passwords: small letters, no spaces. */
const bare = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s/g, '');

/** Refuses a password that a guesser tries first: a common one, the service's name or the account's own, digits after them or not. */
export function requireGoodPassword(
  { brand }: Pick<Config, 'brand'>,
  password: string,
  { username, email = username }: { username: string; email?: string },
): void {
  const [mailbox = ''] = email.split('@', 1);
  const form = bare(password);
  const isMadeOf = (name: string) =>
    form.startsWith(bare(name)) && /^\d*$/.test(form.slice(bare(name).length));
  if ([username, email, mailbox].some(isMadeOf)) failField('password', 'password_own');
  if (isCommonPassword(password) || [brand.ko, brand.en].some(isMadeOf))
    failField('password', 'password_common');
}
