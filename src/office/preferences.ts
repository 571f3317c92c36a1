/** What staff prefer (columns, theme and the like): react-admin's store in the browser, kept on the server for the next one too. */
import { localStorageStore, type Store } from 'react-admin';
import { api } from './api.ts';
import { isAlive } from './session.ts';

/** What a tab needs for itself, or what is kept elsewhere. */
const isOwn = (key: string) =>
  /^(locale$|sidebar\.open$)|\.(listParams|selectedIds|datagrid\.expanded)$|^(notifications|resources)/.test(
    key,
  );

const waitMs = 800;
const waiting = new Map<string, unknown>();
/** What was changed while the server was asked: newer than its answer. */
const changedMeanwhile = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what was changed; what does not arrive stays in this browser, and goes with the next change. */
async function send({ keepalive = false } = {}): Promise<void> {
  const changes = [...waiting];
  waiting.clear();
  if (!isAlive()) return;
  await Promise.all(
    changes.map(([key, value]) =>
      api('PUT /api/admin/preferences', { body: { key, value: (value ?? null) as never }, keepalive }).catch(
        () => undefined,
      ),
    ),
  );
}

// What still waits is sent before the page goes: the next page begins with what the server has.
window.addEventListener('pagehide', () => void send({ keepalive: true }));

function keep(key: string, value: unknown): void {
  if (isOwn(key) || !isAlive()) return;
  changedMeanwhile.add(key);
  waiting.set(key, value);
  clearTimeout(timer);
  timer = setTimeout(() => void send(), waitMs);
}

const local = localStorageStore('1', 'maru.office');

/** The office's store. */
export const preferences: Store = {
  ...local,
  setItem(key, value) {
    local.setItem(key, value);
    keep(key, value);
  },
  removeItem(key) {
    local.removeItem(key);
    keep(key, null);
  },
};

/** Fetches what the signed-in member of staff prefers. */
export async function loadPreferences(): Promise<void> {
  if (!isAlive()) return;
  changedMeanwhile.clear();
  const { data } = await api('GET /api/admin/preferences').catch(() => ({ data: {} }));
  for (const [key, value] of Object.entries(data))
    if (!changedMeanwhile.has(key) && !isOwn(key)) local.setItem(key, value);
}
