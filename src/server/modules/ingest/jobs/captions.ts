/** Stores captions in storage and then in the database, always in that order: a row never names a file that does not exist. */
import type { Context } from '../../../context.ts';
import { insertCaptions, listCaptions } from '../ingest.repo.ts';
import { captionFile, packagePrefix } from '../package-files.service.ts';

/** Writes a caption file beside the asset's package. It may come before the package. */
export async function storeCaptions(
  context: Context,
  assetId: string,
  language: string,
  vtt: string,
): Promise<void> {
  await context.storage.put(`${packagePrefix(assetId)}/${captionFile(language, vtt)}`, vtt);
}

/** Stores captions found in the master, unless staff have set that language themselves. */
export async function addMissingCaptions(
  context: Context,
  assetId: string,
  found: ReadonlyMap<'ko' | 'en', string>,
): Promise<void> {
  if (found.size === 0) return;
  const present = new Set((await listCaptions(context.db, [assetId])).map(({ language }) => language));
  for (const [language, vtt] of found) {
    if (present.has(language)) continue;
    await storeCaptions(context, assetId, language, vtt);
    await insertCaptions(context.db, { assetId, language, vtt });
  }
}
