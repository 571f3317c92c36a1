/** The space of the disk that holds the data folder. */
import { statfs } from 'node:fs/promises';
import type { Context } from '../../context.ts';

const minShare = 0.05;
const minBytes = 2_000_000_000;

/** Whether so little space is left that uploads and packages soon fail. */
export const isDiskLow = (freeBytes: number, totalBytes: number) =>
  freeBytes < minBytes || freeBytes < totalBytes * minShare;

export async function readDisk({ config }: Pick<Context, 'config'>) {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const [free, total] = [bavail * bsize, blocks * bsize];
  return { free_bytes: free, total_bytes: total, is_low: isDiskLow(free, total) };
}
