import type { Context } from '../../context.ts';

/** Does something for each, one by one. What fails is logged, and keeps none of those behind it waiting. */
export async function eachAlone<Item>(
  { log }: Pick<Context, 'log'>,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error, item }, 'something of billing could not be done');
    }
}
