/**
 * Who is watching: the signed-in user, their token and the chosen profile. Stored in the browser; other tabs
 * follow.
 */
import type { Profile } from '../contract/account/profiles.ts';
import type { User } from '../contract/account/session.ts';

export interface SignedIn {
  token: string;
  user: User;
  profile: Profile | null;
  /** Its owner has read, since signing in, that the account is going to be erased. */
  deletionRead?: true;
}

/** What sent a guest to the login page: a message to show there and where to go afterwards. */
interface Pending {
  message: 'login_to_watch' | 'signed_out' | 'social_cancelled' | 'social_failed' | null;
  returnTo: string | null;
}

export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const key = 'maru.session';
const pendingKey = 'maru.pending';
const changeKey = 'maru.profile-change';

export interface Session {
  get(): SignedIn | null;
  subscribe(listener: () => void): () => void;
  signIn(user: User, token: string): void;
  refresh(user: User): void;
  choose(profile: Profile | null): void;
  /** They are logging out: from now on nothing listens as them, though the server has still to answer. */
  beginSignOut(): void;
  isSigningOut(): boolean;
  signOut(): void;
  /** That the account is going to be erased is not said again until the next sign-in. */
  readDeletion(): void;
  setPending(pending: Pending): void;
  pending(): Pending;
  clearPending(): void;
  /** The profile picked in the menu, waiting to be entered. */
  setProfileChange(id: string): void;
  profileChange(): string | null;
}

/** A session kept in `lasting` storage (token, user, profile) and `passing` storage (what is pending in this tab). */
export function makeSession(lasting: SessionStorage, passing: SessionStorage): Session {
  const listeners = new Set<() => void>();
  let current = read<SignedIn>(lasting, key);
  let signingOut = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const set = (next: SignedIn | null) => {
    current = next;
    if (next) lasting.setItem(key, JSON.stringify(next));
    else lasting.removeItem(key);
    tell();
  };

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return;
      current = read<SignedIn>(lasting, key);
      tell();
    });
  }

  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn(user, token) {
      set({ user, token, profile: null });
    },
    refresh(user) {
      if (!current) return;
      const chosen = current.profile?.id;
      const found = user.profiles.find((profile) => profile.id === chosen);
      // The profile got a PIN on another device, so it is locked here.
      const isClosed = found?.has_pin && user.entered_profile_id !== found.id;
      set({ ...current, user, profile: (!isClosed && found) || null });
    },
    choose(profile) {
      if (current) {
        const user = { ...current.user, entered_profile_id: profile?.id ?? null };
        set({ ...current, user, profile });
      }
      passing.removeItem(changeKey);
    },
    beginSignOut() {
      signingOut = true;
      tell();
    },
    isSigningOut: () => signingOut,
    signOut() {
      signingOut = false;
      passing.removeItem(changeKey);
      set(null);
    },
    readDeletion() {
      if (current) set({ ...current, deletionRead: true });
    },
    setPending: (pending) => passing.setItem(pendingKey, JSON.stringify(pending)),
    pending() {
      const { message = null, returnTo = null } = read<Partial<Pending>>(passing, pendingKey) ?? {};
      // Only ever a path of ours: `//host` and `/\\host` are another's address to a browser.
      return { message, returnTo: returnTo && /^\/(?![/\\])/.test(returnTo) ? returnTo : null };
    },
    clearPending: () => passing.removeItem(pendingKey),
    setProfileChange: (id) => passing.setItem(changeKey, id),
    profileChange: () => passing.getItem(changeKey),
  };
}

function read<T>(storage: SessionStorage, name: string): T | null {
  try {
    const text = storage.getItem(name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}
