/** Password hashing: argon2id at OWASP's recommended cost, off the main thread, and never more at once than leaves room for others. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { fail } from './errors.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let decoy: Promise<string> | undefined;

/** One core stays free for everything else; more than three would fill the thread pool that files and names need too. */
const mostAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/** So many wait for their turn, about two seconds; who comes then is asked to come back. */
const mostWaiting = 64;

/** Runs work that is heavy on a core: `atOnce` together, `waiting` in line, and no more. */
export function makeGate(atOnce: number, waiting: number) {
  const line: (() => void)[] = [];
  let running = 0;
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting) fail('unavailable');
      // The place is handed over by whoever is done.
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const gate = makeGate(mostAtOnce, mostWaiting);

/** The hash to keep of a password. */
export const hashPassword = (password: string): Promise<string> =>
  gate(() => hash(password.normalize('NFKC'), cost));

/**
 * Whether the password is right. Without a hash (no such account, or one without a password) the same work is done against a decoy, so that the time taken
 * tells nothing.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hash('no account has this password', cost);
  const against = passwordHash ?? (await decoy);
  const right = await gate(() => verify(against, password.normalize('NFKC')));
  return right && passwordHash != null;
}
