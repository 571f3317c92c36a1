import { fail } from '../errors.ts';
import { isConnectionLost } from './lost-connection.ts';

interface Entry<Row> {
  rows: Row[];
  done(): void;
  failed(error: unknown): void;
}

/** Entries that wait while a statement runs; further ones are refused and may retry later. */
const maxWaiting = 2000;
const maxRows = 500;

/**
 * Inserts rows of many requests in one statement: rows that arrive while one runs wait for the next. There is no delay by a
 * timer, so a single request is as fast as without batching, and each is answered when its rows are committed.
 */
export class BatchInsert<Row> {
  private waiting: Entry<Row>[] = [];
  private isRunning = false;

  /** `insert`: one statement that leaves out existing rows. */
  constructor(private readonly insert: (rows: Row[]) => Promise<unknown>) {}

  /** Resolves when the rows are committed; fails with `unavailable` when too many wait. */
  add(rows: Row[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    if (this.waiting.length >= maxWaiting) fail('unavailable');
    const added = new Promise<void>((done, failed) => this.waiting.push({ rows, done, failed }));
    if (!this.isRunning) void this.run();
    return added;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      let count = 0;
      let rows = 0;
      for (const entry of this.waiting) {
        if (count > 0 && rows + entry.rows.length > maxRows) break;
        rows += entry.rows.length;
        count += 1;
      }
      const entries = this.waiting.splice(0, count);
      if (await this.insertAll(entries)) continue;
      // A row that cannot be inserted must not make the others fail.
      for (const entry of entries) await this.insertAll([entry]);
    }
    this.isRunning = false;
  }

  /**
   * Returns whether the entries are settled. Otherwise each has to be inserted alone. Without the database they fail together: one
   * after another would each wait for a connection.
   */
  private async insertAll(entries: Entry<Row>[]): Promise<boolean> {
    try {
      await this.insert(entries.flatMap(({ rows }) => rows));
      for (const { done } of entries) done();
      return true;
    } catch (error) {
      if (entries.length > 1 && !isConnectionLost(error)) return false;
      for (const { failed } of entries) failed(error);
      return true;
    }
  }
}
