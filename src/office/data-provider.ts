/** The resources' calls, for react-admin: pages, filters, references, and only what was changed. */
import {
  type CreateParams,
  type DataProvider,
  type DeleteParams,
  type GetManyParams,
  type GetOneParams,
  HttpError,
  type Identifier,
  type PaginationPayload,
  type RaRecord,
  type SortPayload,
  type UpdateParams,
} from 'react-admin';
import { ApiError } from '../ui/api-client.ts';
import { api } from './api.ts';

interface ListAnswer<R> {
  data: R[];
  meta: { total: number };
}
interface OneAnswer<R> {
  data: R;
}
interface CallInput {
  params?: { id: Identifier };
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

/** A resource's call by name. Which one it is, is only known when it runs; its callers know what it answers. */
async function call<T>(name: string, input: CallInput = {}): Promise<T> {
  try {
    return (await (api as unknown as (name: string, input: CallInput) => Promise<unknown>)(name, input)) as T;
  } catch (error) {
    throw error instanceof ApiError ? toHttpError(error) : error;
  }
}

/** The error as react-admin reads it: texts by field in `body.errors`, nested as the form is. */
function toHttpError(error: ApiError): HttpError {
  const fields = Object.entries(error.errors);
  const body: Record<string, unknown> = { code: error.code };
  if (fields.length > 0) {
    const errors: Record<string, unknown> = {};
    for (const [path, texts] of fields) setAt(errors, path.split('.'), texts.join(' '));
    body.errors = errors;
  }
  return new HttpError(error.message || 'ra.notification.http_error', error.status, body);
}

function setAt(target: Record<string, unknown>, path: string[], text: string): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    target[first] = text;
    return;
  }
  const inner = typeof target[first] === 'object' ? (target[first] as Record<string, unknown>) : {};
  target[first] = inner;
  setAt(inner, rest, text);
}

const maxRows = 1000;
const maxIds = 100;

async function list<R>(
  resource: string,
  { pagination, sort, filter, signal }: ListParams,
): Promise<{ data: R[]; total: number }> {
  const perPage = pagination?.perPage ?? 25;
  // react-admin sorts by `id` where nothing was said; the resource's own order serves better.
  const query =
    sort && sort.field !== 'id'
      ? { ...filter, sort: sort.field, order: sort.order.toLowerCase() }
      : { ...filter };
  const page = (number: number, size: number) =>
    call<ListAnswer<R>>(`GET /api/admin/${resource}`, {
      query: { ...query, page: number, per_page: size },
      signal,
    });
  const first = await page(perPage > maxRows ? 1 : (pagination?.page ?? 1), Math.min(perPage, maxRows));
  const data = first.data;
  // An export asks for more rows than one answer holds.
  const wanted = Math.min(perPage, first.meta.total);
  for (let number = 2; perPage > maxRows && data.length < wanted; number += 1) {
    const next = await page(number, maxRows);
    if (next.data.length === 0) break;
    data.push(...next.data);
  }
  return { data, total: first.meta.total };
}

interface ListParams {
  pagination?: PaginationPayload | undefined;
  sort?: SortPayload | undefined;
  filter?: Record<string, unknown> | undefined;
  signal?: AbortSignal | undefined;
}

/** The fields that differ from what the form was made from. */
function changedFields(
  data: Record<string, unknown>,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([field, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(previous[field]) && !isCached(field),
    ),
  );
}

/** Facts that the server keeps. */
const isCached = (field: string) => ['id', 'created_at', 'updated_at'].includes(field);

export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params),
  getOne: <R extends RaRecord>(resource: string, { id, signal }: GetOneParams<R>) =>
    call<OneAnswer<R>>(`GET /api/admin/${resource}/{id}`, { params: { id }, signal }),
  getMany: async <R extends RaRecord>(resource: string, { ids, signal }: GetManyParams<R>) => {
    const chunks: Identifier[][] = [];
    for (let at = 0; at < ids.length; at += maxIds) chunks.push(ids.slice(at, at + maxIds));
    const answers = await Promise.all(
      chunks.map((chunk) =>
        call<ListAnswer<R>>(`GET /api/admin/${resource}`, {
          query: { ids: chunk.join(','), per_page: chunk.length },
          signal,
        }),
      ),
    );
    return { data: answers.flatMap(({ data }) => data) };
  },
  getManyReference: (resource, { target, id, filter, ...params }) =>
    list(resource, { ...params, filter: { ...filter, [target]: id } }),
  create: <R>(resource: string, { data }: CreateParams) => {
    const body = Object.fromEntries(
      Object.entries(data as object).filter(([, value]) => value !== undefined),
    );
    return call<OneAnswer<R>>(`POST /api/admin/${resource}`, { body });
  },
  update: async <R extends RaRecord>(resource: string, { id, data, previousData }: UpdateParams<R>) => {
    const changed = changedFields(data, previousData ?? {});
    if (Object.keys(changed).length === 0 && previousData?.id !== undefined) return { data: previousData };
    return call<OneAnswer<R>>(`PATCH /api/admin/${resource}/{id}`, {
      params: { id },
      // The version that the form was loaded from: if someone else has changed the record since, the response is `conflict`.
      body: { ...changed, ...(previousData?.updated_at ? { updated_at: previousData.updated_at } : {}) },
    });
  },
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) {
      await call(`PATCH /api/admin/${resource}/{id}`, {
        params: { id },
        body: data as Record<string, unknown>,
      });
    }
    return { data: ids };
  },
  delete: async <R extends RaRecord>(resource: string, { id, previousData }: DeleteParams<R>) => {
    await call(`DELETE /api/admin/${resource}/{id}`, { params: { id } });
    return { data: previousData ?? ({ id } as R) };
  },
  deleteMany: async (resource, { ids }) => {
    const gone: Identifier[] = [];
    for (const id of ids) {
      await call(`DELETE /api/admin/${resource}/{id}`, { params: { id } });
      gone.push(id);
    }
    return { data: gone };
  },
};
