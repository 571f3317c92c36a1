/** Which parts of the demo have been loaded. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../src/server/db/client.ts';
import { demoParts } from './demo.tables.ts';

/** Whether that part was loaded once. */
export async function isLoaded(db: Queryable, name: string): Promise<boolean> {
  return (await db.select().from(demoParts).where(eq(demoParts.name, name))).length > 0;
}

/** Remembers that it was. */
export async function setLoaded(db: Queryable, name: string): Promise<void> {
  await db.insert(demoParts).values({ name }).onConflictDoNothing();
}
