/** Chooses the storage that the configuration names. */
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { FilesystemStorage } from './filesystem.ts';
import type { Storage } from './port.ts';
import { S3Storage } from './s3.ts';

/** The S3 bucket when one is set, else `media` in the data folder. */
export function openStorage(config: Pick<Config, 's3' | 'dataDir'>): Storage {
  return config.s3 ? new S3Storage(config.s3) : new FilesystemStorage(join(config.dataDir, 'media'));
}
