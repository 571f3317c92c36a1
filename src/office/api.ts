/** The office's calls: the shared typed client with the staff token, and raw bytes with progress. */
import type { TypesOf } from '../contract/calls.ts';
import type { ErrorBody } from '../contract/errors.ts';
import { type Answer, ApiError, browserFetch, makeApi, requestOf } from '../ui/api-client.ts';
import { localeStore } from './i18n/locale.ts';
import { noteEnded, readToken } from './session.ts';

export const api = makeApi({
  fetchJson: browserFetch,
  locale: localeStore.get,
  token: readToken,
  onSignedOut: noteEnded,
});

/** Calls whose body is raw bytes. */
type BytesCall =
  | 'POST /api/admin/artworks'
  | 'POST /api/admin/imports/{id}/pictures'
  | 'POST /api/admin/imports'
  | 'PUT /api/admin/uploads/{id}/parts/{number}';

interface BytesOptions<K extends BytesCall> {
  params?: TypesOf<K>['sent']['params'];
  query?: TypesOf<K>['sent']['query'];
  signal?: AbortSignal;
  onProgress?: (sentBytes: number) => void;
}

/** Sends raw bytes, telling how many have left; `fetch` cannot tell. Rejects with `ApiError`, or `AbortError` when stopped. */
export function sendBytes<K extends BytesCall>(
  name: K,
  bytes: Blob,
  { params, query, signal, onProgress }: BytesOptions<K>,
): Promise<Answer<K>> {
  return new Promise((resolve, reject) => {
    const { method, path } = requestOf(name, params ?? {}, query ?? {});
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-Locale', localeStore.get());
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    const token = readToken();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onerror = () => reject(new ApiError(0, 'network', ''));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(request.response as Answer<K>);
        return;
      }
      if (request.status === 401 && token) noteEnded(token);
      const body = (request.response ?? {}) as Partial<ErrorBody>;
      reject(new ApiError(request.status, body.code ?? 'internal', body.message ?? '', body.errors));
    };
    if (signal?.aborted) {
      reject(new DOMException('', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
}

/** Whether something thrown only says that we stopped it ourselves. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Calls that answer a file. */
type FileCall =
  | 'GET /api/admin/inquiries/attachments/{id}'
  | 'GET /api/admin/exports/{id}/file'
  | 'GET /api/admin/importable/{resource}/template'
  | 'GET /api/admin/imports/{id}/refused'
  | 'GET /api/admin/channels/{id}/schedule.xml';

/** The file that a call answers. Rejects with `ApiError`. */
export async function fetchBytes<K extends FileCall>(
  name: K,
  { params, query }: { params: TypesOf<K>['sent']['params']; query?: TypesOf<K>['sent']['query'] },
): Promise<Blob> {
  const { path } = requestOf(name, params, query ?? {});
  const token = readToken();
  const response = await fetch(path, {
    headers: { 'X-Locale': localeStore.get(), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
  });
  if (response.status === 401 && token) noteEnded(token);
  if (!response.ok) throw new ApiError(response.status, 'internal', '');
  return response.blob();
}
