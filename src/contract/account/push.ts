/** Live push: the hosted service's protocol (Pusher Channels, protocol 7), spoken by the built-in server at `/app/<key>`. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';

export const pushCalls = {
  'POST /broadcasting/auth': {
    summary: 'Allow this connection to join a private or presence channel; the answer is the protocol’s own',
    who: 'anyone',
    // The office is open everywhere, and its pages hear of changes; a viewer's channel says nothing that needs a place.
    everywhere: true,
    cache: 'private',
    form: true,
    body: z.object({
      /** 'user' from viewers, 'staff' from the office. */
      from: z.enum(['user', 'staff']).default('user'),
      socket_id: text(41).regex(/^\d{1,20}\.\d{1,20}$/),
      channel_name: text(164).regex(/^(private|presence)-[A-Za-z0-9_\-=@,.;]+$/),
    }),
    answer: z.object({ auth: z.string(), channel_data: z.string().optional() }),
    errors: ['login_required', 'not_permitted'],
  },
} as const satisfies CallTable;
