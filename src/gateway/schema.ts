/** The simulator's own tables, in a schema of its own that the service never reads. */
import type pg from 'pg';

const lockNumber = 721_004_552;

/** Each is applied once, in order. */
const migrations = [
  `create table gateway.objects (
     id text primary key,
     object text not null,
     seq bigint generated always as identity,
     created bigint not null,
     body jsonb not null,
     own jsonb not null default '{}'
   );
   create index objects_list on gateway.objects (object, seq);
   create index objects_created on gateway.objects (object, created);
   create index objects_customer on gateway.objects ((body->>'customer'), object);
   create index objects_payment on gateway.objects ((body->>'payment_intent'), object);
   create index objects_metadata on gateway.objects using gin ((body->'metadata') jsonb_path_ops);
   create table gateway.requests (
     key text primary key,
     fingerprint text not null,
     status int not null,
     answer text not null,
     created bigint not null
   );
   create table gateway.deliveries (
     id bigint generated always as identity primary key,
     event_id text not null references gateway.objects (id) on delete cascade,
     due_at timestamptz not null,
     attempts int not null default 0,
     delivered_at timestamptz
   );
   create index deliveries_due on gateway.deliveries (due_at) where delivered_at is null;
   create table gateway.settings (name text primary key, value jsonb not null);
   create table gateway.faults (
     id bigint generated always as identity primary key,
     kind text not null,
     path text not null,
     ms int not null,
     times int not null
   );`,
  // A reference is had once; what is taken back of a transaction is looked up by it.
  `create unique index objects_reference on gateway.objects ((body->>'reference')) where object = 'tax.transaction';`,
];

/** Brings the schema up to date; safe when several programs start at once. */
export async function migrateGateway(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    await client.query('create schema if not exists gateway');
    await client.query('create table if not exists gateway.migrations (number int primary key)');
    const { rows } = await client.query<{ number: number }>('select number from gateway.migrations');
    for (const [number, text] of migrations.entries()) {
      if (rows.some((row) => row.number === number)) continue;
      await client.query(text);
      await client.query('insert into gateway.migrations values ($1)', [number]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
