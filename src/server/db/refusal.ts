/** What PostgreSQL says of a query that it refused. */
import pg from 'pg';
import { fieldOf } from '../unknown-value.ts';

/** Whether a transaction was stopped because it and another one waited for each other. It can be begun again. */
export const isDeadlock = (error: unknown): boolean => refusalOf(error)?.code === '40P01';

/** Which field has meant more records than are looked up, and how many those are at most (`boundedIds`). */
export function tooManyOf(error: unknown): { field: string; most: number } | undefined {
  const refusal = refusalOf(error);
  return refusal?.code === 'MA001'
    ? { field: refusal.column ?? '', most: Number(refusal.detail) }
    : undefined;
}

/** PostgreSQL's own error: with its code, the constraint and the detail. The query builder wraps it in one of its own. */
export function refusalOf(error: unknown): pg.DatabaseError | undefined {
  const cause = fieldOf(error, 'cause') ?? error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}
