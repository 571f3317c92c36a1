/** The names of the back office's resources and the shape of their records, read off the contract's calls. */
import type { CallName } from '../contract/calls.ts';
import type { Answer } from '../ui/api-client.ts';

/** Whatever has a list and a record under `/api/admin/`. */
export type OfficeResource = {
  [K in CallName]: K extends `GET /api/admin/${infer Name}/{id}`
    ? `GET /api/admin/${Name}` extends CallName
      ? Name
      : never
    : never;
}[CallName];

export type RecordOf<N extends OfficeResource> =
  Answer<`GET /api/admin/${N}/{id}`> extends { data: infer Rec extends { id: string } } ? Rec : never;

/** A record as a list has it; alone it may hold more. */
export type RowOf<N extends OfficeResource> =
  Answer<`GET /api/admin/${N}`> extends { data: (infer Row extends { id: string })[] } ? Row : never;
