/** The resources' calls for react-admin: pages, filters and references. Updates send only changed fields. */
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
import type { BulkChange, ChangeOutcome } from '../contract/admin/changes.ts';
import { ApiError } from '../ui/api-client.ts';
import { api } from './api.ts';
import { identity } from './identity.ts';
import { type Sort, seenSort } from './kit/hidden-fields.ts';
import { noteChange } from './kit/last-change.ts';

interface ListAnswer<R> {
  data: R[];
  meta: { total: number; last_page: number; more?: true; next?: string | null };
}
interface OneAnswer<R> {
  data: R;
  event_id?: string | null;
}
interface CallInput {
  params?: { id: Identifier };
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

/**
 * A resource's call by name. The name is only known at run time, so that the caller states the type of the
 * answer.
 */
async function call<T>(name: string, input: CallInput = {}): Promise<T> {
  try {
    return (await (api as unknown as (name: string, input: CallInput) => Promise<unknown>)(name, input)) as T;
  } catch (error) {
    throw error instanceof ApiError ? toHttpError(error) : error;
  }
}

/** The error in the form of react-admin: texts by field in `body.errors`, nested like the form. */
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

/** Start positions of pages of recent lists. With them, a late page of a long list is as fast as the first one. */
const beginnings = new Map<string, string>();
const maxBeginnings = 500;

function remember(key: string, position: string): void {
  beginnings.delete(key);
  beginnings.set(key, position);
  const [oldest] = beginnings.keys();
  if (beginnings.size > maxBeginnings && oldest !== undefined) beginnings.delete(oldest);
}

/** Possible sorts of each resource's list, by resource. The first one is the default. */
type Sorts = Partial<Record<string, readonly Sort[] | undefined>>;

/** Sort of a request. If the requested or the default sort uses a hidden field, another sort replaces it. */
async function orderOf(resource: string, sort: SortPayload | undefined, sorts: Sorts) {
  // react-admin sorts by `id` by default. The resource's own order replaces it.
  const wanted = sort && sort.field !== 'id' ? sort : undefined;
  const hidden = (await identity()).hidden_fields[resource] ?? [];
  const own = hidden.length > 0 ? (sorts[resource] ?? []) : [];
  const chosen = hidden.length > 0 ? seenSort([...(wanted ? [wanted] : []), ...own], hidden) : wanted;
  return chosen ? { sort: chosen.field, order: chosen.order.toLowerCase() } : {};
}

/** Number of counted rows of a list, and whether there are more rows. */
export interface ListMeta {
  total: number;
  more: boolean;
}

async function list<R>(resource: string, { pagination, sort, filter, signal }: ListParams, sorts: Sorts) {
  const perPage = pagination?.perPage ?? 25;
  const query = { ...filter, ...(await orderOf(resource, sort, sorts)) };
  const page = async (number: number, size: number) => {
    const key = (page: number) => JSON.stringify([resource, query, size, page]);
    const after = number > 1 ? beginnings.get(key(number)) : undefined;
    const answer = await call<ListAnswer<R>>(`GET /api/admin/${resource}`, {
      query: { ...query, page: number, per_page: size, ...(after ? { after } : {}) },
      signal,
    });
    if (answer.meta.next) remember(key(number + 1), answer.meta.next);
    return answer;
  };
  const number = perPage > maxRows ? 1 : (pagination?.page ?? 1);
  const first = await page(number, Math.min(perPage, maxRows));
  const { data } = first;
  const { total, more = false, next } = first.meta;
  // A record's page may request more rows than one answer can have.
  const wanted = Math.min(perPage, total);
  for (let at = 2; perPage > maxRows && data.length < wanted; at += 1) {
    const following = await page(at, maxRows);
    if (following.data.length === 0) break;
    data.push(...following.data);
  }
  const meta: ListMeta = { total, more };
  // The number of pages is unknown if the list is not counted to its end.
  return more
    ? { data, meta, pageInfo: { hasPreviousPage: number > 1, hasNextPage: Boolean(next) } }
    : { data, meta, total };
}

/** Exact number of rows of a list. */
export async function countExactly(resource: string, filter: Record<string, unknown>): Promise<number> {
  const { meta } = await call<ListAnswer<unknown>>(`GET /api/admin/${resource}`, {
    query: { ...filter, per_page: 1, count: 'exact' },
  });
  return meta.total;
}

interface ListParams {
  pagination?: PaginationPayload | undefined;
  sort?: SortPayload | undefined;
  filter?: Record<string, unknown> | undefined;
  signal?: AbortSignal | undefined;
}

/** Fields that differ from the record that the form was opened with. */
export function changedFields(
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

/** Whether a field is maintained by the server. */
export const isCached = (field: string) => ['id', 'created_at', 'updated_at'].includes(field);

/** Returns the answer and remembers its log entry, so that the message about the change offers the undo. */
async function noted<T extends Parameters<typeof noteChange>[0]>(answer: Promise<T>): Promise<T> {
  const made = await answer;
  noteChange(made);
  return made;
}

/** Changes records in one transaction. Throws if one of them is refused. */
async function changeMany(resource: string, ids: Identifier[], change: BulkChange): Promise<ChangeOutcome> {
  const { data } = await api('POST /api/admin/changes', {
    body: { resource, ids: ids.map(String), change },
  });
  const [refusal] = data.refused;
  if (refusal) throw new HttpError(refusal.message, 409);
  return data;
}

/** Makes the data provider. `sorts` has the sorts that replace one by a hidden field. */
export const makeDataProvider = (sorts: Sorts): DataProvider => ({
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params, sorts),
  getOne: <R extends RaRecord>(resource: string, { id, signal }: GetOneParams<R>) =>
    call<OneAnswer<R>>(`GET /api/admin/${resource}/{id}`, { params: { id }, signal }),
  getMany: async <R extends RaRecord>(resource: string, { ids, signal }: GetManyParams<R>) => {
    const chunks: Identifier[][] = [];
    for (let at = 0; at < ids.length; at += maxIds) chunks.push(ids.slice(at, at + maxIds));
    const order = await orderOf(resource, undefined, sorts);
    const answers = await Promise.all(
      chunks.map((chunk) =>
        call<ListAnswer<R>>(`GET /api/admin/${resource}`, {
          query: { ids: chunk.join(','), per_page: chunk.length, ...order },
          signal,
        }),
      ),
    );
    return { data: answers.flatMap(({ data }) => data) };
  },
  getManyReference: (resource, { target, id, filter, ...params }) =>
    list(resource, { ...params, filter: { ...filter, [target]: id } }, sorts),
  create: <R>(resource: string, { data }: CreateParams) => {
    const body = Object.fromEntries(
      Object.entries(data as object).filter(([, value]) => value !== undefined),
    );
    return noted(call<OneAnswer<R>>(`POST /api/admin/${resource}`, { body }));
  },
  update: async <R extends RaRecord>(resource: string, { id, data, previousData }: UpdateParams<R>) => {
    const changed = changedFields(data, previousData ?? {});
    // A form with a restored draft has the version of the record that the draft started from.
    const since = (data as Partial<R>).updated_at ?? previousData?.updated_at;
    if (Object.keys(changed).length === 0 && previousData?.id !== undefined) return { data: previousData };
    return noted(
      call<OneAnswer<R>>(`PATCH /api/admin/${resource}/{id}`, {
        params: { id },
        // If another staff member has changed the record since, the response is `conflict`.
        body: { ...changed, ...(since ? { updated_at: since } : {}) },
      }),
    );
  },
  updateMany: async (resource, { ids, data }) => {
    await noted(changeMany(resource, ids, { action: 'update', fields: data as Record<string, unknown> }));
    return { data: ids };
  },
  delete: async <R extends RaRecord>(resource: string, { id, previousData }: DeleteParams<R>) => {
    await noted(
      call<Parameters<typeof noteChange>[0]>(`DELETE /api/admin/${resource}/{id}`, { params: { id } }),
    );
    return { data: previousData ?? ({ id } as R) };
  },
  deleteMany: async (resource, { ids }) => {
    await noted(changeMany(resource, ids, { action: 'delete' }));
    return { data: ids };
  },
});
