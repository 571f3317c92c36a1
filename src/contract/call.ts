/**
 * How a call of the API is declared: once, here in the contract. From a declaration come the route, the typed
 * client, the OpenAPI document and the tests that walk every call by role.
 */
import type { z } from 'zod';
import type { StaffAction, StaffModule } from './admin/permissions.ts';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call's name: its method and its path, parameters in braces, e.g. `GET /api/get-notices/{id}`. */
type CallKey = `${Method} /${string}`;

/**
 * Who may call. `anyone`: guests too, and a bearer token personalises the answer. `user`: signed in. `profile`: signed
 * in, with `profile_id` (query or body) naming a profile of the same household. `staff`: any member of staff. An
 * object: staff whose role grants that action on that module.
 */
export type Who = 'anyone' | 'user' | 'profile' | 'staff' | { module: StaffModule; action: StaffAction };

/**
 * How an answer may be cached. `shared`: the same for everyone of one audience (locale, device, tier), cached as
 * compressed bytes with an ETag. `private`: belongs to one person, never cached. Calls that change something say `private`.
 */
type Caching = 'shared' | 'private';

export interface CallDefinition {
  summary: string;
  who: Who;
  cache: Caching;
  /** Also answered to a content partner's own people, who see nothing but what is their partner's. Other calls of staff are not. */
  scoped?: true;
  /** Also answered while a kids profile is entered; other `user` calls under `/api/account/` are not. */
  forKids?: true;
  /** Its body is also taken as a form (`application/x-www-form-urlencoded`). */
  form?: true;
  /** Its errors have OAuth's fields, too (RFC 6749 §5.2); what is wrong with the input is `invalid_request`. */
  oauth?: true;
  /** Answered from every country; other calls of viewers are refused outside the countries that are served. */
  everywhere?: true;
  /**
   * Whether it is also answered in a preview, where nothing is kept. By default what reads, and what is a profile's own; signing in
   * and whatever changes an account is not. `uncounted`: it only reports something, so there it is answered and does nothing.
   */
  inPreviews?: boolean | 'uncounted';
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body, or `bytes` for a raw body that the handler reads as a stream. */
  body?: z.ZodType | 'bytes';
  /** Largest JSON body in bytes, where it may be more than 64 KiB. */
  maxBodyBytes?: number;
  /** The shape of a 200 answer, or `bytes` when the handler sends a file. */
  answer: z.ZodType | 'bytes';
  /** Error codes this call may answer beyond those every call of its audience may (see `commonErrors`). */
  errors: readonly ErrorCode[];
}

export type CallTable = Record<CallKey, CallDefinition>;

/** What a caller sends as path parameters, query and body, and what comes back; `never` where there is none. */
type Input<T> = T extends z.ZodType
  ? z.input<T>
  : T extends 'bytes'
    ? Blob | ArrayBuffer | Uint8Array
    : never;
type Output<T> = T extends z.ZodType ? z.output<T> : never;

export interface CallTypes<D extends CallDefinition> {
  /** As the client sends them. */
  sent: {
    params: Input<D['params']>;
    query: Input<D['query']>;
    body: Input<D['body']>;
  };
  /** As the handler receives them, parsed. */
  received: {
    params: Output<D['params']>;
    query: Output<D['query']>;
    body: Output<D['body']>;
  };
  answer: D['answer'] extends z.ZodType ? z.input<D['answer']> : Response;
}
