import { eq } from 'drizzle-orm';
import { type giftAdminCalls, gifts as shape } from '../../../contract/admin/gifts.ts';
import type { Context } from '../../context.ts';
import { searched } from '../../db/search-text.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { listing } from '../../resource/listing.ts';
import { gifts } from './billing.tables.ts';
import { shownCode, typedCode } from './gift-codes.ts';
import { makeLot, voidGift } from './gift-lots.service.ts';

/** A whole code, as somebody on the telephone reads it out. */
const wholeCode = /^[A-Z0-9]{16}$/;

/** A code as staff see it: one that was bought is its buyer's. */
const seenCode = ({ code, boughtBy }: typeof gifts.$inferSelect) =>
  boughtBy === null ? shownCode(code) : `••••-••••-••••-${code.slice(-4)}`;

/** Handlers of gift codes for staff. */
export function giftAdminRoutes(context: Context): Handlers<typeof giftAdminCalls> {
  const { db } = context;
  const { list, read } = listing(context, shape, gifts, {
    label: { of: ['code', 'boughtBy'], text: seenCode },
    search: [gifts.lot],
    present: (_db, rows) => Promise.resolve(rows.map((row) => ({ code: seenCode(row) }))),
    finds: {
      code: (text) => (wholeCode.test(typedCode(text)) ? eq(gifts.code, typedCode(text)) : undefined),
      lot: (text) => (wholeCode.test(typedCode(text)) ? undefined : searched([gifts.lot], text)),
    },
  });
  return {
    'GET /api/admin/gifts': list,
    'GET /api/admin/gifts/{id}': async ({ params, ...request }) => ({ data: await read(params.id, request) }),
    'POST /api/admin/gift-lots': async ({ caller, body }) => {
      const { lot, count } = body;
      const amountCents = await db.transaction(async (tx) => {
        const made = await makeLot(tx, {
          at: context.now(),
          planId: body.plan_id,
          months: body.months,
          lot,
          count,
          expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
        });
        await recordEvent(tx, {
          staff: requireStaff(caller),
          module: 'gifts',
          action: 'create',
          entity: 'gifts',
          entityId: null,
          label: lot,
          changes: {
            count: [null, count],
            months: [null, body.months],
            amount_cents: [null, made.amountCents],
          },
        });
        return made.amountCents;
      });
      return { data: { count, amount_cents: amountCents } };
    },
    'POST /api/admin/gifts/{id}/void': async ({ caller, params }) => {
      await db.transaction(async (tx) => {
        const gift = await voidGift(tx, { id: params.id, at: context.now() });
        await recordEvent(tx, {
          staff: requireStaff(caller),
          module: 'gifts',
          action: 'update',
          entity: 'gifts',
          entityId: gift.id,
          label: seenCode(gift),
          changes: { state: [gift.state, 'void'] },
        });
      });
      return { data: { ok: true } };
    },
  };
}
