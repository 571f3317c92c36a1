import {
  type currentStreamCalls,
  lineSteps,
  maxListed,
  stepMinutes,
} from '../../../contract/admin/current-streams.ts';
import type { Device } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Counted, countByStep, countCurrent } from './current-streams.repo.ts';
import { silentMs } from './session-liveness.service.ts';

/** The line of the last day reads all its playbacks, so pages that are refreshed often share it for so long. */
const lineFreshMs = 60_000;

/** Handlers of `currentStreamCalls`. */
export function currentStreamRoutes(context: Context): Handlers<typeof currentStreamCalls> {
  let shared: { readAt: number; line: ReturnType<typeof countByStep> } | undefined;
  const lineOf = (now: Date, aliveSince: Date) => {
    const isFresh = shared && Math.abs(now.getTime() - shared.readAt) < lineFreshMs;
    if (shared && isFresh) return shared.line;
    const line = countByStep(context.db, { now, aliveSince, minutes: stepMinutes, steps: lineSteps });
    const reading = { readAt: now.getTime(), line };
    shared = reading;
    line.catch(() => {
      if (shared === reading) shared = undefined;
    });
    return line;
  };
  return {
    'GET /api/admin/current-streams': async ({ locale }) => {
      const now = context.now();
      const aliveSince = new Date(now.getTime() - silentMs);
      const [counted, line] = await Promise.all([
        countCurrent(context.db, locale, aliveSince, maxListed),
        lineOf(now, aliveSince),
      ]);
      const by = (name: Counted['by']) => counted.filter((each) => each.by === name);
      const list = (name: Counted['by']) =>
        by(name).map(({ key, name: title, streams }) => ({ id: key ?? '', name: title ?? '', streams }));
      return {
        data: {
          at: now.toISOString(),
          streams: by('all')[0]?.streams ?? 0,
          titles: list('title'),
          channels: by('channel').map(({ key, name, medium, streams }) => ({
            id: key ?? '',
            name: name ?? '',
            medium: medium ?? 'tv',
            streams,
          })),
          clips: list('clip'),
          devices: by('device').map(({ key, streams }) => ({ device: key as Device, streams })),
          countries: by('country').map(({ key, streams }) => ({ country: key, streams })),
          nodes: by('node').map(({ key, streams }) => ({ node: key, streams })),
          line: line.map(({ at, streams }) => ({ at: at.toISOString(), streams })),
        },
      };
    },
  };
}
