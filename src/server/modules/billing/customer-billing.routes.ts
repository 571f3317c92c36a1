import { eq } from 'drizzle-orm';
import { customers } from '../../../contract/admin/customers.ts';
import type { customerBillingCalls } from '../../../contract/admin/payments.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { recordRead } from '../../resource/event-log.ts';
import { conceal } from '../../resource/personal-data.ts';
import { users } from '../accounts/accounts.tables.ts';
import { readMembership, readOtherCustomers, readSubscriptionHistory, yearAgo } from './account.service.ts';
import { ensureRatesOf } from './address-rates.service.ts';
import { cancelLocked } from './cancelling.service.ts';
import { listConsents } from './consents.service.ts';
import { readInvoices, readNames, summaryOf } from './invoices.service.ts';
import { onRunning } from './own-plan.service.ts';
import { resumeLocked } from './resuming.service.ts';
import {
  beginByStaff,
  giveAddress,
  giveCredit,
  logCustomer,
  type Paying,
  quoteByStaff,
} from './staff.service.ts';
import { billWords } from './words.ts';

const ok = { data: { ok: true as const } };
/** Names on cards, and of those whom the customer pays for, are masked until the customer is opened. */
const shape = { ...customers, personal: { 'cards.name': 'name', name: 'name' } } as const;

async function findCustomer(db: Queryable, id: string): Promise<Paying> {
  const [row] = await db
    .select({ id: users.id, username: users.username, householdId: users.householdId })
    .from(users)
    .where(eq(users.id, id));
  return row ?? fail('not_found');
}

/** Handlers of billing at a customer. */
export function customerBillingRoutes(context: Context): Handlers<typeof customerBillingCalls> {
  const { db } = context;
  return {
    'GET /api/admin/customers/{id}/billing': async ({ params, caller, locale }) => {
      const staff = requireStaff(caller);
      const customer = await findCustomer(db, params.id);
      const { householdId } = customer;
      await recordRead(context, {
        staff,
        module: 'payments',
        entity: 'customers',
        entityId: customer.id,
        label: customer.username,
      });
      const shownName = (name: string) => conceal(shape, staff, { name }, customer.id).name;
      const [membership, others, history, invoices, agreed] = await Promise.all([
        readMembership(context, customer, locale, { isStaff: true }),
        readOtherCustomers(db, customer, locale),
        readSubscriptionHistory(context, customer, locale, shownName),
        readInvoices(context, householdId, yearAgo(context.now())),
        listConsents(db, householdId, locale, shownName),
      ]);
      const names = await readNames(
        db,
        invoices.flatMap(({ lines }) => lines),
        locale,
      );
      const { subscription, credit_cents, cards, address } = membership;
      return {
        data: conceal(
          shape,
          staff,
          {
            subscription,
            ...others,
            credit_cents,
            needs_address: address === null,
            cards,
            history,
            consents: agreed,
            payments: invoices.map((own) => ({ ...summaryOf(own, names, locale), id: own.payment.id })),
          },
          customer.id,
        ),
      };
    },
    'POST /api/admin/customers/{id}/subscription-quotes': async ({ params, body, locale }) => {
      const { householdId } = await findCustomer(db, params.id);
      await ensureRatesOf(context, { householdId });
      const quoted = await quoteByStaff(context, db, householdId, body.plan_id);
      const names = await readNames(db, quoted.quote.lines, locale);
      return {
        data: {
          price_id: quoted.priceId,
          bill: billWords(quoted.quote, quoted.parts, names, locale),
          until: quoted.until,
        },
      };
    },
    'POST /api/admin/customers/{id}/subscriptions': async ({ params, body, caller }) => {
      const customer = await findCustomer(db, params.id);
      const paymentId = await beginByStaff(context, requireStaff(caller), customer, {
        planId: body.plan_id,
        priceId: body.price_id,
        chargeCents: body.charge_cents,
        platform: body.platform,
        received: {
          method: body.method,
          checkNumber: body.check_number,
          paidBy: body.paid_by,
          notes: body.notes,
        },
      });
      return { data: { payment_id: paymentId } };
    },
    'PUT /api/admin/customers/{id}/billing-address': async ({ params, body, caller }) => {
      await giveAddress(context, requireStaff(caller), await findCustomer(db, params.id), body);
      return ok;
    },
    'POST /api/admin/customers/{id}/credits': async ({ params, body, caller }) => {
      const customer = await findCustomer(db, params.id);
      const { key, amount_cents, reason } = body;
      const cents = await giveCredit(context, requireStaff(caller), customer, {
        key,
        amountCents: amount_cents,
        reason,
      });
      return { data: { credit_cents: cents } };
    },
    'POST /api/admin/customers/{id}/cancel-subscription': async ({ params, body, caller }) => {
      const customer = await findCustomer(db, params.id);
      await onRunning(context, customer.householdId, async (tx, loaded) => {
        if (!loaded.row.renews) return;
        await cancelLocked(tx, context, loaded);
        await logCustomer(tx, requireStaff(caller), customer, 'cancel_subscription', {
          reason: [null, body.reason],
        });
      });
      return ok;
    },
    'POST /api/admin/customers/{id}/resume-subscription': async ({ params, body, caller }) => {
      const customer = await findCustomer(db, params.id);
      await onRunning(context, customer.householdId, async (tx, loaded) => {
        const { renews, endsWithCredit, cancelledAt } = loaded.row;
        // It goes on already: what its household has chosen for the next renewal is theirs to take back.
        if (renews && !endsWithCredit) fail('not_changeable');
        // Of a gift, or of one period that was paid to staff, nobody has agreed to a renewal by card.
        if (renews ? endsWithCredit : cancelledAt === null) fail('renewal_not_agreed');
        await resumeLocked(tx, context, loaded, 'staff');
        await logCustomer(tx, requireStaff(caller), customer, 'resume_subscription', {
          reason: [null, body.reason],
        });
      });
      return ok;
    },
  };
}
