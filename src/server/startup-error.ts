/** A reason the service cannot start, in one sentence for the person at the terminal; never a stack trace. */
import { errorCode, toError } from './unknown-value.ts';

export class StartupError extends Error {
  override name = 'StartupError';

  /** The sentence for a file or folder that could not be read or written. */
  static ofFile(what: string, error: unknown): StartupError {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      return new StartupError(
        `Maru cannot write to ${what}. Make it writable, or choose another folder with MARU_DATA_DIR.`,
      );
    }
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      return new StartupError(
        `There is no space left on the disk of ${what}. Free some space and start again.`,
      );
    }
    return new StartupError(`Maru cannot use ${what}: ${toError(error).message}`);
  }
}
