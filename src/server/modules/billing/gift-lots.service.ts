/** Codes of gifts that staff make in lots, and what becomes of those that nobody redeems. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failField } from '../../errors.ts';
import { findOffer } from '../plans/plans.service.ts';
import { gifts } from './billing.tables.ts';
import { makeCode } from './gift-codes.ts';
import { giftCents } from './gifts.service.ts';
import { type Posting, post, postAll } from './ledger.service.ts';

type GiftRow = typeof gifts.$inferSelect;

interface Lot {
  planId: string;
  months: number;
  /** Its name, which no other lot has. */
  lot: string;
  count: number;
  expiresAt: Date | null;
}

/** Makes a lot of codes at the plan's price in force. Its name is had once, so pressed twice is made once. */
export async function makeLot(
  tx: Transaction,
  { at, planId, months, lot, count, expiresAt }: Lot & { at: Date },
): Promise<{ amountCents: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gift-lot:${lot}`}, 0))`);
  if ((await tx.$count(gifts, eq(gifts.lot, lot))) > 0) failField('lot', 'unique');
  if (expiresAt && expiresAt <= at) failField('expires_at', 'gift_over');
  const offer = (await findOffer(tx, { planId, at })) ?? failField('plan_id', 'choose');
  if (offer.period === 'once') failField('plan_id', 'choose');
  const amountCents = giftCents(offer, months);
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    code: makeCode(),
    planId,
    months,
    amountCents,
    lot,
    state: 'open' as const,
    expiresAt,
    createdAt: at,
    updatedAt: at,
  }));
  await insertRows(tx, gifts, made);
  await post(tx, {
    cause: 'gift_lot',
    causeId: lot,
    at,
    entries: [
      { account: 'promotions', amountCents: amountCents * count },
      { account: 'gifts', amountCents: -amountCents * count },
    ],
  });
  return { amountCents };
}

/** Makes an unused code of a lot void. One that was bought is somebody's money, and one that was used is credit. */
export async function voidGift(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<GiftRow> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.id, id)).for('update');
  if (!gift) return fail('not_found');
  if (gift.state !== 'open' || gift.boughtBy !== null) fail('gift_not_voidable');
  await tx.update(gifts).set({ state: 'void' }).where(eq(gifts.id, id));
  await post(tx, voided(gift, at));
  return gift;
}

const voided = ({ id, amountCents }: Pick<GiftRow, 'id' | 'amountCents'>, at: Date): Posting => ({
  cause: 'gift_void',
  causeId: id,
  at,
  entries: [
    { account: 'gifts', amountCents },
    { account: 'promotions', amountCents: -amountCents },
  ],
});

/** Codes that are made void in one transaction. */
const voidedAtOnce = 500;

/** Makes the codes of lots void that have expired: nobody can redeem them, so nothing is owed for them. Safe to repeat. */
export async function voidExpired(
  { db, now }: Pick<Context, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const at = now();
  let count = voidedAtOnce;
  while (count === voidedAtOnce && !signal.aborted)
    count = await db.transaction(async (tx) => {
      const rows = await tx
        .update(gifts)
        .set({ state: 'void' })
        .where(
          inArray(
            gifts.id,
            sql`(select id from billing_gifts where state = 'open' and bought_by is null and expires_at <= ${at}
              order by id limit ${voidedAtOnce} for update skip locked)`,
          ),
        )
        .returning({ id: gifts.id, amountCents: gifts.amountCents });
      await postAll(
        tx,
        rows.map((gift) => voided(gift, at)),
      );
      return rows.length;
    });
}
