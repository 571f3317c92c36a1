import type shaka from 'shaka-player/dist/shaka-player.compiled-es2021.js';
import { scriptLoader } from '../script-loader.ts';

const load = scriptLoader(() => import('shaka-player/dist/shaka-player.compiled-es2021.js'), 'default');

/** Fetches the streaming code, once. It is the largest part of a start: callers request it before they need it. */
export async function loadShaka(): Promise<typeof shaka> {
  return (await load()).default;
}
