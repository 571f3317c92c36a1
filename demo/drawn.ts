/** Has the demo's pictures and masters drawn by a process of their own. */
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { ProgrammePicture } from './artwork.ts';

/** The pictures, films and radio programs of the demo. Films and programs are written to a path; pictures are answered as PNG. */
export type RenderedPicture =
  | { of: 'programme'; slug: string; kind: ProgrammePicture }
  | { of: 'still'; slug: string; season: number; episode: number }
  | { of: 'avatar'; index: number }
  | { of: 'channel'; index: number }
  | { of: 'logo'; index: number }
  | { of: 'program'; index: number; path: string; ffmpeg: string }
  | { of: 'clip'; index: number }
  | { of: 'person'; slug: string }
  | { of: 'master'; index: number; path: string; ffmpeg: string };

export interface RenderedQuestion {
  id: number;
  picture: RenderedPicture;
}
export type RenderedAnswer = { id: number; bytes?: Uint8Array | undefined } | { id: number; error: string };

export interface Drawing {
  draw(picture: RenderedPicture): Promise<Buffer>;
  end(): void;
}

/** Starts the drawing process. A request to a process that has ended fails. */
export function startDrawing(rootDir: string): Drawing {
  const child: ChildProcess = fork(join(rootDir, 'dist/server/drawing.js'), [], {
    serialization: 'advanced',
    // Flags of ours are not its own: an inspector's port, say.
    execArgv: [],
  });
  // As that of media programs: pages come first, and drawing does not delay the first film.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const waiting = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>();
  let asked = 0;
  let gone = false;
  child.on('message', (answer: RenderedAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(Buffer.from(answer.bytes ?? []));
  });
  const lost = () => {
    gone = true;
    for (const { reject } of waiting.values()) reject(new Error('the drawing process ended'));
    waiting.clear();
  };
  child.on('error', lost);
  child.on('exit', lost);
  return {
    draw: (picture) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(new Error('the drawing process ended'));
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ id: asked, picture } satisfies RenderedQuestion, (error) => error && reject(error));
      }),
    end() {
      if (!gone && child.connected) child.disconnect();
    },
  };
}
