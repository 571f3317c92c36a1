import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { differences, type disputeCalls, disputes as shape } from '../../../contract/admin/disputes.ts';
import { GatewayUnavailable } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { listing } from '../../resource/listing.ts';
import { disputes, movements } from './billing.tables.ts';
import { ofPaymentNumber, readPaymentNumbers } from './invoice-numbers.ts';
import { differenceList } from './payment-list.view.ts';
import { reconcile } from './refunds.service.ts';

const ofNumber = (text: string) => ofPaymentNumber(disputes.paymentId, text);

/** Handlers of disputes and differences in the back office. */
export function disputeRoutes(context: Context): Handlers<typeof disputeCalls> {
  const { db } = context;
  const disputed = listing(context, shape, disputes, {
    label: 'gatewayDisputeId',
    search: [],
    finds: { number: ofNumber },
    where: {
      number_like: ofNumber,
      number_empty: (is) => (is ? isNull(disputes.paymentId) : isNotNull(disputes.paymentId)),
    },
    present: async (tx, rows) => {
      const numbers = await readPaymentNumbers(
        tx,
        rows.flatMap(({ paymentId }) => paymentId ?? []),
      );
      return rows.map(({ paymentId }) => ({ number: numbers.get(paymentId ?? '') ?? '' }));
    },
  });
  const differing = listing(context, differences, differenceList, {
    label: 'movementId',
    search: [],
    finds: { movement_id: (text) => eq(differenceList.movementId, text.trim()) },
    where: {
      resolved: (is) => (is ? isNotNull(differenceList.resolvedAt) : isNull(differenceList.resolvedAt)),
    },
  });
  return {
    'GET /api/admin/disputes': disputed.list,
    'GET /api/admin/disputes/{id}': async ({ params, ...request }) => ({
      data: await disputed.read(params.id, request),
    }),
    'GET /api/admin/payment-differences': differing.list,
    'GET /api/admin/payment-differences/{id}': async ({ params, ...request }) => ({
      data: await differing.read(params.id, request),
    }),
    'POST /api/admin/payment-comparisons': async () => {
      try {
        await reconcile(context);
      } catch (error) {
        if (error instanceof GatewayUnavailable) fail('payments_away');
        throw error;
      }
      const open = and(isNotNull(movements.difference), isNull(movements.resolvedAt));
      return { data: { differences: await db.$count(movements, open) } };
    },
    'PATCH /api/admin/payment-differences/{id}': async ({ params: { id }, body, caller }) => {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(movements)
          .where(
            and(
              isNotNull(movements.difference),
              sql`overlay(overlay(md5(${movements.id}) placing '4' from 13) placing '8' from 17)::uuid = ${id}`,
            ),
          )
          .for('update');
        const before = row ?? fail('not_found');
        const resolvedAt = body.resolved ? (before.resolvedAt ?? context.now()) : null;
        const changes = {
          ...(before.notes === body.notes ? {} : { notes: [before.notes, body.notes] }),
          ...((before.resolvedAt === null) === (resolvedAt === null)
            ? {}
            : { resolved_at: [before.resolvedAt?.toISOString() ?? null, resolvedAt?.toISOString() ?? null] }),
        } as Record<string, [unknown, unknown]>;
        if (Object.keys(changes).length === 0) return;
        await tx.update(movements).set({ notes: body.notes, resolvedAt }).where(eq(movements.id, before.id));
        await recordEvent(tx, {
          staff: requireStaff(caller),
          module: 'payment-differences',
          action: 'note',
          entity: 'payment-differences',
          entityId: id,
          label: before.id,
          changes,
        });
      });
      return { data: { ok: true as const } };
    },
  };
}
