/** Files that only their owner may fetch: a link cannot carry the token. */
import type { CallName } from '../contract/calls.ts';
import type { ErrorBody } from '../contract/errors.ts';
import { type Answer, ApiError, requestOf } from '../ui/api-client.ts';
import type { AppContext } from './context.ts';

/** The file that a call answers. Fails like any other call. */
export async function fetchFile(
  { session, locale }: Pick<AppContext, 'session' | 'locale'>,
  name: CallName,
  { params, query }: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): Promise<Blob> {
  const { path } = requestOf(name, params, query);
  const token = session.get()?.token;
  let response: Response;
  try {
    response = await fetch(path, {
      headers: { 'X-Locale': locale, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    });
  } catch {
    throw new ApiError(0, 'network', '');
  }
  if (!response.ok) throw new ApiError(response.status, 'internal', '');
  return response.blob();
}

/** Gives a file to the browser to keep, under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser begins to read after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Sends a file as the body of a call. Fails like any other call. */
export async function sendFile<K extends 'POST /api/account/inquiry-attachments' | 'POST /unsubscribe'>(
  { session, locale }: Pick<AppContext, 'session' | 'locale'>,
  name: K,
  file: Blob,
  query: Record<string, unknown>,
): Promise<Answer<K>> {
  const { method, path } = requestOf(name, {}, query);
  const token = session.get()?.token;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      body: file,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/octet-stream',
        'X-Locale': locale,
        'X-Requested-With': 'XMLHttpRequest',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
    });
  } catch {
    throw new ApiError(0, 'network', '');
  }
  const json = await response.json().catch(() => ({}));
  if (response.ok) return json as Answer<K>;
  const { code, message, errors } = json as Partial<ErrorBody>;
  throw new ApiError(response.status, code ?? 'internal', message ?? '', errors);
}
