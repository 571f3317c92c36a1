import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { contentPolicy, siteSettings } from './site.ts';

const secret = 'x'.repeat(32);
const settings = (address?: string) =>
  siteSettings(readConfig({ MARU_SECRET: secret, MARU_INSTALL_VIDEO_URL: address }));

test('the guide links the installation video that is set, and none by default', () => {
  expect(settings('https://video.example/install').install_video_url).toBe('https://video.example/install');
  expect(settings().install_video_url).toBe('');
});

test('an installation video has to be on the web', () => {
  expect(() => settings('javascript:alert(1)')).toThrow('MARU_INSTALL_VIDEO_URL');
  expect(() => settings('install.mp4')).toThrow('MARU_INSTALL_VIDEO_URL');
});

test('no document takes an address for its links from what is put into it', () => {
  expect(contentPolicy({ hostedPush: undefined }).split('; ')).toContain("base-uri 'none'");
});
