/** What checkout remembers in this tab across loads of the whole page: where it goes back to, and where it stood. */

const returnKey = 'maru.checkout-return';
const standKey = 'maru.checkout';
const doneKey = 'maru.checkout-done';

/** Checkout as it was left: a reload goes on with the same. */
interface CheckoutStand {
  /** The path of the checkout. */
  at: string;
  coupon: string;
  /** What is being paid; null: nothing yet. */
  invoice: string | null;
  /** The key of the purchase: the same again is charged once. */
  key: string;
}

/** What was brought to an end. */
export type CheckoutDone = 'subscribed' | 'trial' | 'once' | 'given' | 'paid' | 'card' | 'gift';

/** Without storage, by the visitor's settings, nothing is remembered. */
const read = (key: string): string | null => {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
};
const write = (key: string, value: string | null) => {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {}
};
const take = (key: string): string | null => {
  const found = read(key);
  write(key, null);
  return found;
};

/** Remembers which page asked for a plan; undefined: none did. */
export const rememberReturn = (path: string | undefined): void => write(returnKey, path ?? null);

/** The page that asked for a plan, once: only ever a path of ours. */
export function takeReturn(): string | null {
  const path = take(returnKey);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

export const keepStand = (stand: CheckoutStand | null): void =>
  write(standKey, stand && JSON.stringify(stand));

/** How the checkout at a path was left. */
export function readStand(at: string): CheckoutStand | null {
  try {
    const stand: CheckoutStand | null = JSON.parse(read(standKey) ?? 'null');
    return stand?.at === at ? stand : null;
  } catch {
    return null;
  }
}

export const sayDone = (done: CheckoutDone): void => write(doneKey, done);
export const takeDone = (): CheckoutDone | null => take(doneKey) as CheckoutDone | null;
