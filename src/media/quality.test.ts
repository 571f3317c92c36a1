import HLS from 'hls-parser';
import { expect, test } from 'vitest';
import { packageTexts, type Renditions } from '../../test/package.ts';
import { limitPackage } from './quality.ts';

function limit(renditions: Renditions, maxHeight: number) {
  const texts = packageTexts(renditions);
  const named = Object.entries(renditions).map(([name, [width, height]]) => ({ name, width, height }));
  const limited = limitPackage(named, maxHeight);
  const dash = limited.limitDash(texts['manifest.mpd'] ?? '');
  HLS.setOptions({ strictMode: true });
  const { variants } = HLS.parse(limited.limitHls(texts['master.m3u8'] ?? '')) as HLS.types.MasterPlaylist;
  return {
    ...limited,
    dash,
    plain: variants.filter(({ isIFrameOnly }) => !isIFrameOnly).map(({ uri }) => uri),
    iframes: variants.filter(({ isIFrameOnly }) => isIFrameOnly).map(({ uri }) => uri),
    represented: [...dash.matchAll(/initialization="([^/]*)\//g)].map(([, name]) => name),
  };
}

const wide: Renditions = { v1080: [1920, 1080], v720: [1280, 720], v480: [854, 480] };

test('a package is left the renditions up to a height, in both manifests', () => {
  const limited = limit(wide, 720);
  expect(limited.plain).toEqual(['v720.m3u8', 'v480.m3u8']);
  expect(limited.iframes).toEqual(['v720-iframe.m3u8', 'v480-iframe.m3u8']);
  expect(limited.represented).toEqual(['v720', 'v480', 'audio']);
  expect(limited.dash).toContain('maxWidth="1280" maxHeight="720"');
  expect(limit(wide, 480).plain).toEqual(['v480.m3u8']);
  expect(limit(wide, 1080).plain).toHaveLength(3);
  for (const file of ['v1080.m3u8', 'v1080-iframe.m3u8', 'v1080/init.mp4', 'v2160/1.m4s'])
    expect(limited.allows(file), file).toBe(false);
  for (const file of ['v720.m3u8', 'v720/1.m4s', 'audio/1.m4s', 'master.m3u8', 'captions/ko-1.vtt'])
    expect(limited.allows(file), file).toBe(true);
});

test('a picture counts by the box it was made for: portrait, and wider than high', () => {
  const portrait: Renditions = { v1920: [1080, 1920], v1280: [720, 1280] };
  expect(limit(portrait, 1080).plain).toEqual(['v1920.m3u8', 'v1280.m3u8']);
  expect(limit(portrait, 720).plain).toEqual(['v1280.m3u8']);
  expect(limit({ v480: [1920, 480], v320: [1280, 320] }, 720).plain).toEqual(['v320.m3u8']);
});

test('where nothing is small enough the smallest stays', () => {
  expect(limit({ v1080: [1920, 1080], v720: [1280, 720] }, 240).plain).toEqual(['v720.m3u8']);
});
