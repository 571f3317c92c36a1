/** The playbacks of this moment: how many viewers watch or listen, to which titles, on which devices, in which countries. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { device } from '../wire.ts';

const streams = z.number().int();

/** The line of the last day has one value for so many minutes. */
export const stepMinutes = 15;
const dayHours = 24;
export const lineSteps = (dayHours * 60) / stepMinutes;

/** Maximum number of titles, of channels and of clips in an answer. */
export const maxListed = 20;

const listed = z.object({ id: z.string(), name: z.string(), streams });

export const currentStreamCalls = {
  'GET /api/admin/current-streams': {
    summary:
      'The playbacks of this moment by title, channel, clip, device, country and node, and their number over the last 24 hours',
    who: { module: 'current-streams', action: 'read' },
    cache: 'private',
    answer: z.object({
      data: z.object({
        at: z.iso.datetime(),
        streams,
        /** Each with its most played records, the most played first. */
        titles: z.array(listed),
        channels: z.array(listed.extend({ medium: z.enum(['tv', 'radio']) })),
        clips: z.array(listed),
        devices: z.array(z.object({ device: device.unwrap(), streams })),
        /** ISO 3166-1 alpha-2; null if the country is not known. */
        countries: z.array(z.object({ country: z.string().nullable(), streams })),
        /** The servers that opened the playbacks; null if it is not known. */
        nodes: z.array(z.object({ node: z.string().nullable(), streams })),
        /** The number at each instant of the last day, the oldest first. */
        line: z.array(z.object({ at: z.iso.datetime(), streams })),
      }),
    }),
    errors: [],
  },
} as const satisfies CallTable;
