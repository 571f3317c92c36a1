/** Password hashing: argon2id at OWASP's recommended cost, off the main thread. */
import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let decoy: Promise<string> | undefined;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

/**
 * Whether the password is right. Without a hash (no such account) the same work is done against a decoy, so that the time taken
 * tells nothing.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const right = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'));
  return right && passwordHash !== undefined;
}
