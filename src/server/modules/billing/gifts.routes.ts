/** Handlers of gifts for households. */
import type { Gift, GivenByGift, giftCalls } from '../../../contract/account/gifts.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { platformOf, wireEnd } from './billing.routes.ts';
import { shownCode } from './gift-codes.ts';
import { checkGift, type Redeemed, redeemGift } from './gift-redeeming.service.ts';
import { buyGift, listBoughtGifts, quoteGift } from './gifts.service.ts';
import { readNames } from './invoices.service.ts';
import { billWords } from './words.ts';

type Listed = Awaited<ReturnType<typeof listBoughtGifts>>[number];

const present = ({ gift, nameKo, nameEn }: Listed, locale: Locale): Gift => ({
  id: gift.id,
  code: gift.state === 'open' || gift.state === 'redeemed' ? shownCode(gift.code) : null,
  plan_id: gift.planId,
  plan_name: locale === 'ko' ? nameKo : nameEn,
  months: gift.months,
  amount_cents: gift.amountCents,
  state: gift.state,
  bought_at: gift.createdAt.toISOString(),
  expires_at: gift.expiresAt?.toISOString() ?? null,
  redeemed_at: gift.redeemedAt?.toISOString() ?? null,
  invoice_id: gift.invoiceId,
});

export function giftRoutes(context: Context): Handlers<typeof giftCalls> {
  const { db } = context;
  const presentGiven = async (
    { gift, creditCents, begins, lastDay, wholeMonths, paysForOthers }: Redeemed,
    locale: Locale,
  ): Promise<GivenByGift> => ({
    plan_name: (await readNames(db, [{ planId: gift.planId }], locale)).plans.get(gift.planId) ?? '',
    months: gift.months,
    credit_cents: creditCents,
    begins,
    last_day: lastDay,
    whole_months: wholeMonths,
    pays_for_others: paysForOthers,
  });
  return {
    'POST /api/account/gift-quotes': async ({ caller, body, locale }) => {
      const wanted = { planId: body.plan_id, months: body.months };
      const quoted = await quoteGift(context, db, requireUser(caller), wanted, locale);
      const { offer } = quoted;
      const names = await readNames(db, quoted.quote.lines, locale);
      return {
        data: {
          plan_name: locale === 'ko' ? offer.nameKo : offer.nameEn,
          price_id: offer.priceId,
          months: body.months,
          bill: billWords(quoted.quote, quoted.parts, names, locale),
          agreement: quoted.agreement,
          needs_address: quoted.addressId === null && quoted.parts.chargeCents > 0,
        },
      };
    },
    'POST /api/account/gifts': async ({ caller, body, locale, request }) => {
      const user = requireUser(caller);
      const bought = {
        key: body.key,
        planId: body.plan_id,
        months: body.months,
        cardId: body.card_id,
        chargeCents: body.charge_cents,
        agreement: body.agreement,
        platform: platformOf(request),
      };
      const { end, invoiceId } = await buyGift(context, user, bought, locale);
      const [gift] = await listBoughtGifts(db, user.householdId, body.key);
      return {
        data: { ...wireEnd(end, invoiceId, locale), gift: gift ? present(gift, locale) : null },
      };
    },
    'GET /api/account/gifts': async ({ caller, locale }) => ({
      data: (await listBoughtGifts(db, requireUser(caller).householdId)).map((own) => present(own, locale)),
    }),
    'POST /api/account/gifts/check': async ({ caller, body, locale, request }) => {
      const code = { code: body.code, address: request.ip };
      return { data: await presentGiven(await checkGift(context, requireUser(caller), code), locale) };
    },
    'POST /api/account/gifts/redeem': async ({ caller, body, locale, request }) => {
      const code = { code: body.code, address: request.ip, platform: platformOf(request) };
      return { data: await presentGiven(await redeemGift(context, requireUser(caller), code), locale) };
    },
  };
}
