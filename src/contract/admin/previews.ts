/** Seeing the service as a viewer does: staff ask for an address, and the viewer's app opens it. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { instant } from '../instants.ts';
import { text } from '../text.ts';
import type { StaffModule } from './permissions.ts';

/** The header that names a preview; every call of a viewer takes it. */
export const previewHeader = 'x-preview';

export const maxChildAge = 17;

/** The modules of which viewers see a record on some page. Staff who may read one of them may preview. */
export const previewedModules: readonly StaffModule[] = [
  'programmes',
  'people',
  'categories',
  'genres',
  'content-partners',
  'partner-video',
  'channels',
  'home',
  'notices',
  'news',
  'popups',
  'faqs',
  'pages',
  'terms',
  'board-events',
  'social-links',
  'plans',
];

const seenBy = z.enum(['guest', 'adult', 'child']);

const previewInput = z.object({
  who: seenBy,
  /** Whether the household has a plan; a guest has none. */
  plan: z.boolean().default(false),
  /** The child's age. */
  age: z.number().int().min(0).max(maxChildAge).nullable().default(null),
  locale: z.enum(['ko', 'en']),
  /** ISO 3166-1 alpha-2. */
  country: text(2).regex(/^[A-Z]{2}$/),
  /** The instant that is previewed; null: the instant of each request. */
  at: instant
    .refine((at) => at >= '2000' && at < '2100')
    .nullable()
    .default(null),
  /** The release whose changes are shown as well, whenever they are planned for. */
  release_id: z.uuid().nullable().default(null),
});
export type PreviewInput = z.output<typeof previewInput>;

export const previewCalls = {
  'POST /api/admin/previews': {
    summary:
      'An address that shows the viewer’s app as somebody sees it at an instant, for an hour; for whoever may read something that viewers see',
    who: 'staff',
    cache: 'private',
    body: previewInput,
    answer: z.object({
      data: z.object({
        token: z.string(),
        /** The part of the address before the path of the page. */
        base: z.string(),
        expires_at: z.string(),
      }),
    }),
    errors: ['not_permitted'],
  },
  'GET /api/preview': {
    summary: 'What the preview that the request names shows; not found without one',
    who: 'anyone',
    everywhere: true,
    cache: 'private',
    answer: z.object({
      data: z.object({
        who: seenBy,
        plan: z.boolean(),
        age: z.number().int().nullable(),
        country: z.string(),
        /** The instant that is shown. */
        at: z.string(),
        /** Whether that is the present. */
        live: z.boolean(),
        zone: z.string(),
        expires_at: z.string(),
        /** The profile that is looking; null for a guest. */
        profile_id: z.string().nullable(),
      }),
    }),
    errors: ['not_found'],
  },
  'GET /api/preview/channels/{id}': {
    summary:
      'What a channel does not show to the one who looks in the preview that the request names; not found without one',
    who: 'anyone',
    everywhere: true,
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    /** The start of an airing, for the items of its playout alone. */
    query: z.object({ airing: z.iso.datetime().optional() }),
    answer: z.object({
      data: z.object({
        /** Items of its playouts: the playout's id and their place in it. */
        hidden: z.array(z.string()),
      }),
    }),
    errors: ['not_found'],
  },
} as const satisfies CallTable;
