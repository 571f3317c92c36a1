/**
 * Password hashing: argon2id at OWASP's recommended cost, on low-priority threads, with a limit that leaves capacity for other
 * work.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { makeGate } from './gate.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let decoy: Promise<string> | undefined;

/** One core stays free for everything else. */
const maxAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
/** This many wait for their turn, about two seconds; further ones are told to retry later. */
const maxWaiting = 64;

const gate = makeGate(maxAtOnce, maxWaiting);

/**
 * Where cores are few, guessing would take turns with answering requests: these threads get what is left of a core, and encoding what
 * they leave. Text, because it is no part of any bundle. Priority is a thread's own on Linux; elsewhere it would be the whole process's.
 */
const program = `
const { getPriority, setPriority } = require('node:os');
const { parentPort, workerData } = require('node:worker_threads');
const { hashSync, verifySync } = require(workerData);
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 15));
parentPort.on('message', ({ password, cost, against }) => {
  try {
    parentPort.postMessage({ done: cost ? hashSync(password, cost) : verifySync(against, password) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});`;
const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
const idle: Worker[] = [];

/** Runs work on a thread. An idle thread keeps no process alive. */
async function onThread<T>(work: { cost: typeof cost } | { against: string }, password: string): Promise<T> {
  const thread = idle.pop() ?? new Worker(program, { eval: true, workerData: argon2, execArgv: [] });
  thread.ref();
  thread.postMessage({ ...work, password: password.normalize('NFKC') });
  const [answer] = (await once(thread, 'message')) as [{ done: T; error?: unknown }];
  thread.unref();
  idle.push(thread);
  if (answer.error) throw answer.error;
  return answer.done;
}

/** Fails with `unavailable` while too many passwords wait to be verified. */
export const requireRoomToVerify = (): void => gate.requireRoom();

/** The hash of a password, for storing. */
export const hashPassword = (password: string): Promise<string> =>
  gate(() => onThread<string>({ cost }, password));

/**
 * Whether the password is correct. Without a hash (no such account, or one without a password) the same work is done against a
 * decoy, so that the time taken reveals nothing.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= onThread<string>({ cost }, 'no account has this password');
  const against = passwordHash ?? (await decoy);
  const right = await gate(() => onThread<boolean>({ against }, password));
  return right && passwordHash != null;
}
