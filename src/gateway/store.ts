/** Stripe's objects as rows, within one transaction. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';

export interface Thing {
  id: string;
  object: string;
  created: number;
}

/** An object, and what the simulator alone knows of it. */
export interface Row<T extends Omit<Thing, 'created'>, O = Record<string, unknown>> {
  body: T;
  own: O;
}

export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;

/** What a list is narrowed by, and the part of it that is wanted. */
export interface ListQuery {
  equals?: Record<string, string | undefined>;
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
}

export class Store {
  /** `now`: seconds of the simulator's clock. `isChange`: what is found is locked, so that what is decided by its state stays true. */
  constructor(
    private readonly client: pg.ClientBase,
    readonly now: number,
    private readonly isChange: boolean,
  ) {}

  async find<T extends Omit<Thing, 'created'>, O = Record<string, unknown>>(
    object: T['object'],
    id: string,
  ): Promise<Row<T, O> | undefined> {
    const { rows } = await this.client.query<Row<T, O>>(
      `select body, own from gateway.objects where id = $1 and object = $2 ${this.isChange ? 'for update' : ''}`,
      [id, object],
    );
    return rows[0];
  }

  async insert<T extends Omit<Thing, 'created'> & { created?: number }>(
    body: T,
    own: object = {},
  ): Promise<T> {
    await this.client.query(
      'insert into gateway.objects (id, object, created, body, own) values ($1, $2, $3, $4, $5)',
      [body.id, body.object, body.created ?? this.now, body, own],
    );
    return body;
  }

  async save<T extends Omit<Thing, 'created'>>({ body, own }: Row<T, unknown>): Promise<T> {
    await this.client.query('update gateway.objects set body = $2, own = $3 where id = $1', [
      body.id,
      body,
      own,
    ]);
    return body;
  }

  async list<T extends Thing>(
    object: T['object'],
    query: ListQuery,
  ): Promise<{ data: T[]; hasMore: boolean }> {
    const values: unknown[] = [object];
    const value = (own: unknown) => `$${values.push(own)}`;
    const conditions = ['object = $1'];
    for (const [name, own] of Object.entries(query.equals ?? {}))
      if (own !== undefined) conditions.push(`body->>'${name}' = ${value(own)}`);
    if (query.from !== undefined) conditions.push(`created >= ${value(query.from)}`);
    if (query.to !== undefined) conditions.push(`created < ${value(query.to)}`);
    const seqOf = (id: string) => `(select seq from gateway.objects where id = ${value(id)})`;
    if (query.after) conditions.push(`seq < ${seqOf(query.after)}`);
    if (query.before) conditions.push(`seq > ${seqOf(query.before)}`);
    const { rows } = await this.client.query<{ body: T }>(
      `select body from gateway.objects where ${conditions.join(' and ')}
       order by seq ${query.before ? 'asc' : 'desc'} limit ${value(query.limit + 1)}`,
      values,
    );
    const data = rows.slice(0, query.limit).map(({ body }) => body);
    return { data: query.before ? data.reverse() : data, hasMore: rows.length > query.limit };
  }

  async withMetadata<T extends Thing>(object: T['object'], metadata: object, limit: number): Promise<T[]> {
    const { rows } = await this.client.query<{ body: T }>(
      `select body from gateway.objects where object = $1 and body->'metadata' @> $2 order by seq desc limit $3`,
      [object, metadata, limit],
    );
    return rows.map(({ body }) => body);
  }

  /** Writes an event, and has it sent. */
  async emit(type: string, object: unknown, idempotencyKey: string | null, version: string): Promise<void> {
    const { rows } = await this.client.query<{ value: { delay_ms: number; repeat: number } }>(
      `select value from gateway.settings where name = 'webhooks'`,
    );
    const { delay_ms: delay = 0, repeat = 1 } = rows[0]?.value ?? {};
    const id = newId('evt');
    await this.insert({
      id,
      object: 'event',
      api_version: version,
      created: this.now,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: newId('req'), idempotency_key: idempotencyKey },
      type,
    });
    await this.client.query(
      `insert into gateway.deliveries (event_id, due_at)
       select $1, now() + $2 * interval '1 millisecond' from generate_series(1, $3::int)`,
      [id, delay, repeat],
    );
  }
}
