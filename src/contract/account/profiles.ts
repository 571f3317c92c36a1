/** A household's profiles: choosing, managing and limiting them. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { maturity } from '../wire.ts';

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  /** Address of the picture without its size, like every image; empty for none. */
  avatar: z.string(),
  is_kid: z.boolean(),
  /** The highest grade this profile may see. */
  maturity,
  has_pin: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const profileCalls = {
  'POST /api/account/profiles/{id}/enter': {
    summary: 'Choose a profile; one with a PIN asks for it',
    who: 'user',
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    body: z.object({
      pin: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
    }),
    answer: z.object({ data: profile }),
    errors: ['not_found', 'too_many_logins'],
  },
} as const satisfies CallTable;
