import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import { queryRows } from './client.ts';

test('a prepared query is kept by its connection, once for all its values; another is forgotten', async () => {
  const { db } = await openTestDatabase();
  await db.transaction(async (tx) => {
    const answers = [];
    for (const at of [new Date(0), new Date(1)])
      answers.push(...(await queryRows(tx, sql`select ${at}::timestamptz as kept_at`, 'prepared')));
    await queryRows(tx, sql`select ${1}::int as forgotten`);
    expect(answers).toEqual([{ kept_at: new Date(0) }, { kept_at: new Date(1) }]);
    const kept = await queryRows<{ statement: string }>(
      tx,
      sql`select statement from pg_prepared_statements`,
    );
    expect(kept.map(({ statement }) => statement)).toEqual(['select $1::timestamptz as kept_at']);
  });
});
