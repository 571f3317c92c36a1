/** The typed client of the API: names, inputs and answers come from the contract's table, as types only. */
import type { CallName, TypesOf } from '../contract/calls.ts';
import type { ErrorBody, ErrorCode, Locale } from '../contract/errors.ts';

/** One request as a transport sees it; a browser sends it with `fetch`, a server-side renderer by itself. */
export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Let the request outlive the page, for what is sent on leaving. */
  keepalive?: boolean;
}
export interface ApiResponse {
  status: number;
  json: unknown;
}
export type FetchJson = (request: ApiRequest) => Promise<ApiResponse>;

type Sent<K extends CallName> = TypesOf<K>['sent'];
type Part<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: never }
  : Record<string, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
type CallOptions<K extends CallName> = Part<'params', Sent<K>['params']> &
  Part<'query', Sent<K>['query']> &
  Part<'body', Sent<K>['body']> & {
    signal?: AbortSignal;
    keepalive?: boolean;
    /** The token to use in place of the signed-in user's; null: the request is made as a guest. */
    token?: string | null;
  };
type Arguments<K extends CallName> =
  Record<string, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

export type Answer<K extends CallName> = TypesOf<K>['answer'];
export type Api = <K extends CallName>(name: K, ...options: Arguments<K>) => Promise<Answer<K>>;

/** An answer outside 2xx, or none at all (`network`, status 0). `message` is in the viewer's language when the server spoke. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network';
  readonly errors: Record<string, string[]>;
  /** Of `amount_changed`: what it comes to now. */
  readonly totalCents: number | null;

  constructor(
    status: number,
    code: ErrorCode | 'network',
    message: string,
    errors: Record<string, string[]> = {},
    totalCents: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.totalCents = totalCents;
  }
}

interface Settings {
  fetchJson: FetchJson;
  locale: () => Locale;
  token: () => string | null;
  /** The server refused a request because its token is no longer valid. */
  onSignedOut: (token: string) => void;
  /** The service may not be used where the caller is. */
  onBlocked?: () => void;
}

/** Builds the client that the whole app calls. */
export function makeApi({ fetchJson, locale, token, onSignedOut, onBlocked }: Settings): Api {
  return async (name, ...rest) => {
    const options: {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
      signal?: AbortSignal;
      keepalive?: boolean;
      token?: string | null;
    } = rest[0] ?? {};
    const sentToken = options.token === undefined ? token() : options.token;
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'X-Locale': locale(),
      'X-Requested-With': 'XMLHttpRequest',
    };
    if (sentToken) headers.Authorization = `Bearer ${sentToken}`;
    const request: ApiRequest = { ...requestOf(name, options.params, options.query), headers };
    if (options.body !== undefined) {
      request.body = JSON.stringify(options.body);
      headers['Content-Type'] = 'application/json';
    }
    if (options.signal) request.signal = options.signal;
    if (options.keepalive) request.keepalive = true;

    const { status, json } = await fetchJson(request);
    if (status >= 200 && status < 300) return json as Answer<typeof name>;
    if (status === 451) onBlocked?.();
    if (status === 401 && sentToken) onSignedOut(sentToken);
    const body: Partial<ErrorBody> = typeof json === 'object' && json !== null ? json : {};
    throw new ApiError(
      status,
      body.code ?? 'internal',
      body.message ?? '',
      body.errors,
      body.total_cents ?? null,
    );
  };
}

/** The method and address of a call: parameters in braces filled in, `undefined` query values left out. */
export function requestOf(
  name: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): { method: string; path: string } {
  const [method = 'GET', template = '/'] = name.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const text = search.toString();
  return { method, path: text ? `${path}?${text}` : path };
}

/** The browser's transport. A response whose body is cut off, as when the page is left, is no answer either. */
export const browserFetch: FetchJson = async ({ method, path, headers, body, signal, keepalive }) => {
  try {
    const response = await fetch(path, {
      method,
      headers,
      body,
      signal,
      keepalive,
      credentials: 'same-origin',
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, json: type.includes('json') ? await response.json() : null };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'network', '');
  }
};
