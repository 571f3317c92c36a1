/** How long the event log is kept. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { buildStaff } from '../../../test/build.ts';
import { newId } from '../db/columns.ts';
import { makePartitionsJob } from './partitions.jobs.ts';

test('the event log is kept for the months that are set, with the records of its changes', async () => {
  const api = await openTestApi({ eventLogMonths: 2 });
  await buildStaff(api.db);
  const months = [3, 2, 1, 0].map((ago) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1, 12));
  });
  // The month before last has a partition, as after two months of running; older ones are with everything else.
  const [, kept = new Date()] = months;
  const name = kept.toISOString().slice(0, 7).replace('-', '_');
  const next = months[2]?.toISOString().slice(0, 7);
  for (const table of ['event_log', 'event_log_records'])
    await api.pool.query(
      `create table ${table}_${name} partition of ${table} for values from ('${kept.toISOString().slice(0, 7)}-01') to ('${next}-01')`,
    );
  for (const at of months) {
    const id = newId();
    await api.pool.query(
      `insert into event_log (id, created_at, staff_name, module, action, entity, label, changes, records)
        values ($1, $2, 'Kim', 'people', 'delete', 'people', 'x', '{}', 2)`,
      [id, at],
    );
    await api.pool.query(
      `insert into event_log_records (event_id, created_at, position, entity, entity_id, action, label, changes)
        values ($1, $2, 0, 'people', $1, 'delete', 'x', '{}')`,
      [id, at],
    );
  }
  const run = () => makePartitionsJob.run({}, api.context, new AbortController().signal);
  const left = async (table: string) =>
    (await api.pool.query(`select created_at from ${table} where label = 'x' order by created_at`)).rows.map(
      ({ created_at }) => created_at,
    );
  await run();
  await run();
  for (const table of ['event_log', 'event_log_records'])
    expect(await left(table), table).toEqual(months.slice(1));
  const later = new Date(Date.UTC(kept.getUTCFullYear(), kept.getUTCMonth() + 3, 1, 12));
  api.setNow(later);
  await run();
  for (const table of ['event_log', 'event_log_records'])
    expect(await left(table), table).toEqual(months.slice(2));
  const { rows } = await api.pool.query(`select from pg_class where relname = $1`, [`event_log_${name}`]);
  expect(rows).toEqual([]);
});
