/** Handlers of paying for another household's plan. */
import type { payRequestCalls } from '../../../contract/account/pay-requests.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { stopPaying } from './cancelling.service.ts';
import { askToPay, openPayRequest, withdrawPayRequest } from './pay-requests.service.ts';
import { resumePaying } from './resuming.service.ts';

const ok = { data: { ok: true as const } };

export function payRequestRoutes(context: Context): Handlers<typeof payRequestCalls> {
  return {
    'POST /api/account/pay-requests': async ({ caller, body }) => {
      await askToPay(context, requireUser(caller), body.plan_id);
      return ok;
    },
    'DELETE /api/account/pay-requests': async ({ caller }) => {
      await withdrawPayRequest(context.db, requireUser(caller).householdId);
      return ok;
    },
    'POST /api/account/pay-requests/find': async ({ caller, body, locale, request }) => {
      const user = requireUser(caller);
      const { householdId, name, offer } = await openPayRequest(context, {
        code: body.code,
        householdId: user.householdId,
        address: request.ip,
      });
      return {
        data: {
          name,
          plan_id: offer.id,
          price_id: offer.priceId,
          plan_name: locale === 'ko' ? offer.nameKo : offer.nameEn,
          price_cents: offer.priceCents,
          period: offer.period,
          is_own: householdId === user.householdId,
        },
      };
    },
    'POST /api/account/paid-plans/{id}/cancel': async ({ caller, params, body }) => {
      await stopPaying(context, requireUser(caller), {
        subscriptionId: params.id,
        password: body.password,
      });
      return ok;
    },
    'POST /api/account/paid-plans/{id}/resume': async ({ caller, params, body, locale }) => {
      const { agreement, password } = body;
      await resumePaying(
        context,
        requireUser(caller),
        { subscriptionId: params.id, agreement, password },
        locale,
      );
      return ok;
    },
  };
}
