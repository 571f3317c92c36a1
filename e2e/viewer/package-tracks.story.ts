import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentTypeOf } from '../../src/server/adapters/storage/port.ts';
import { ingestAssets, ingestKeys } from '../../src/server/modules/ingest/ingest.tables.ts';
import { makeMasters } from '../../test/masters.ts';
import { openBlank, openStory } from '../fixtures.ts';
import { ingestMaster } from './broadcast.ts';

/** A player of another project: shaka-player without any code of ours. */
interface Shaka {
  Player: new () => {
    attach(video: HTMLVideoElement): Promise<void>;
    configure(name: string, value: object): void;
    load(address: string): Promise<void>;
    getAudioTracks(): { active: boolean; language: string }[];
    getTextTracks(): { language: string }[];
    getVideoTracks(): { active: boolean; height: number | null }[];
    selectAudioTrack(track: { language: string }): void;
    destroy(): Promise<void>;
  };
}

const story = openStory();
const shakaFile = join(import.meta.dirname, '../../node_modules/shaka-player/dist/shaka-player.compiled.js');
let folder: string;
let server: Server;
let origin: string;
const ids: Record<string, string> = {};

/** Serves a page with the player, and packages with their keys as they are in storage. */
async function answer(path: string): Promise<[type: string, body: string | Buffer] | undefined> {
  if (path === '/media/player')
    return ['text/html', '<video muted></video><script src="/shaka.js"></script>'];
  if (path === '/shaka.js') return ['text/javascript', readFileSync(shakaFile)];
  const [, id = '', file = ''] = /^\/media\/([0-9a-f-]{36})\/(.+)$/.exec(normalize(path)) ?? [];
  if (!id) return undefined;
  if (file !== 'key')
    return [contentTypeOf(file), readFileSync(join(story.dataDir, 'media/packages', id, file))];
  const [row] = await story.db.select().from(ingestKeys).where(eq(ingestKeys.assetId, id));
  return row && ['application/octet-stream', Buffer.from(row.contentKey, 'hex')];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maru-package-'));
  const masters = await makeMasters(folder);
  ids.encrypted = await ingestMaster(story, masters.dubbed, 3);
  ids.clear = await ingestMaster(story, masters.dubbed, 3, { encrypted: false });
  ids.audio = await ingestMaster(story, masters.soundOnly, 3, { media: 'audio', encrypted: false });
  server = createServer(async (request, response) => {
    const found = await answer(new URL(request.url ?? '', 'http://localhost').pathname);
    response.writeHead(found ? 200 : 404, { 'content-type': found?.[0] ?? 'text/plain' }).end(found?.[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['encrypted', 'dash'],
  ['encrypted', 'hls'],
  ['clear', 'dash'],
  ['clear', 'hls'],
  ['audio', 'dash'],
  ['audio', 'hls'],
] as const)('shaka-player plays the %s package by its %s manifest, with all tracks', async (kind, format) => {
  const id = ids[kind] ?? '';
  const [asset] = await story.db.select().from(ingestAssets).where(eq(ingestAssets.id, id));
  const [key] = await story.db.select().from(ingestKeys).where(eq(ingestKeys.assetId, id));
  expect(key === undefined).toBe(kind !== 'encrypted');
  const page = await openBlank(story, { expected: [/favicon/] });
  await page.goto(`${origin}/media/player`);
  await page.waitForFunction('window.shaka');
  const seen = await page.evaluate(
    async ({ address, clearKeys }) => {
      const { shaka } = window as unknown as { shaka: Shaka };
      const video = document.querySelector('video') as HTMLVideoElement;
      const until = async (isSo: () => boolean) => {
        for (let tries = 0; tries < 400 && !isSo(); tries += 1)
          await new Promise((resolve) => setTimeout(resolve, 50));
        return isSo();
      };
      const player = new shaka.Player();
      await player.attach(video);
      player.configure('drm.clearKeys', clearKeys);
      // Of HLS, shaka-player shows captions when a segment of the picture is appended after them. This film has one
      // segment, so the captions are chosen before it loads.
      player.configure('preferredText', [{ language: 'ko', role: '', forced: false, label: '', format: '' }]);
      await player.load(address);
      const languages = player.getAudioTracks().map(({ language }) => language);
      const texts = player.getTextTracks().map(({ language }) => language);
      const english = player.getAudioTracks().find(({ language }) => language === 'en');
      if (english) player.selectAudioTrack(english);
      const cues = await until(() => [...video.textTracks].some(({ cues: list }) => (list?.length ?? 0) > 0));
      await video.play();
      const plays = await until(() => video.currentTime > 1);
      const language = player.getAudioTracks().find(({ active }) => active)?.language;
      const height = player.getVideoTracks().find(({ active }) => active)?.height ?? null;
      await player.destroy();
      return { languages: languages.sort(), texts: texts.sort(), plays, cues, language, height };
    },
    {
      address: `${origin}/media/${id}/${format === 'dash' ? asset?.dashManifest : asset?.hlsManifest}`,
      clearKeys: key && format === 'dash' ? { [key.keyId]: key.contentKey } : {},
    },
  );
  const both = { texts: ['en', 'ko'], plays: true, cues: true };
  if (kind === 'audio') expect(seen).toMatchObject({ ...both, languages: ['und'], height: null });
  else expect(seen).toMatchObject({ ...both, languages: ['en', 'ko'], language: 'en', height: 180 });
});
