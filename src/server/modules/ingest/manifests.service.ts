/** Composes the manifests of packages from their tracks and captions. */
import { createHash } from 'node:crypto';
import {
  composeDash,
  composeHls,
  type PackageContents,
  textPlaylist,
  textPlaylistFile,
} from '../../../media/manifest.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { must } from '../../must.ts';
import * as repo from './ingest.repo.ts';
import { captionFile, packagePrefix } from './package-files.service.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The names of a package's manifests. */
export interface Manifests {
  hlsManifest: string;
  dashManifest: string;
}

/**
 * Stores the manifests of the package's tracks and captions, and returns their names. A name is made of the content, so an address
 * never has another content and older addresses stay valid. The caller has locked the asset.
 */
export async function composeManifests(
  tx: Queryable,
  { storage }: Pick<Context, 'storage'>,
  asset: Pick<repo.AssetRow, 'id' | 'durationMs'>,
): Promise<Manifests> {
  const tracks = await repo.listTracks(tx, asset.id);
  const captions = await repo.listCaptions(tx, [asset.id]);
  const key = await repo.findKey(tx, asset.id);
  const durationMs = must(asset.durationMs ?? undefined, 'duration');
  const contents: PackageContents = {
    durationMs,
    keyId: key?.keyId ?? null,
    tracks,
    texts: captions.map(({ language, vtt }) => ({
      language,
      role: 'subtitles',
      file: captionFile(language, vtt),
    })),
  };
  const [hls, dash] = [composeHls(contents), composeDash(contents)];
  const manifests = {
    hlsManifest: `master-${digestOf(hls)}.m3u8`,
    dashManifest: `manifest-${digestOf(dash)}.mpd`,
  };
  const put = (file: string, text: string) => storage.put(`${packagePrefix(asset.id)}/${file}`, text);
  for (const text of contents.texts) await put(textPlaylistFile(text), textPlaylist(text, durationMs));
  await put(manifests.hlsManifest, hls);
  await put(manifests.dashManifest, dash);
  return manifests;
}
