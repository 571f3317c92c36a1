import { queryOptions } from '@tanstack/react-query';
import type { GiftMonths } from '../../../contract/account/gifts.ts';
import type { AppContext } from '../../context.ts';
import { currentPlanQuery } from './plans.queries.ts';

const own = ({ session }: AppContext) => session.get()?.user.id;

/** The household's plan, cards, address and what is to be paid; only for a grown-up who is signed in. */
export const membershipQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['billing', own(context), 'membership'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/membership', { signal })).data,
    enabled: own(context) !== undefined && !context.session.get()?.profile?.is_kid,
    staleTime: 0,
  });

export const invoicesQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['billing', own(context), 'invoices'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/invoices', { signal })).data,
    staleTime: 0,
  });

export const invoiceQuery = (context: AppContext, id: string) =>
  queryOptions({
    queryKey: ['billing', own(context), 'invoices', id],
    queryFn: async ({ signal }) =>
      (await context.api('GET /api/account/invoices/{id}', { params: { id }, signal })).data,
    staleTime: 0,
  });

/** What has happened to the household's subscriptions. */
export const subscriptionHistoryQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['billing', own(context), 'history'],
    queryFn: async ({ signal }) =>
      (await context.api('GET /api/account/subscription-history', { signal })).data,
    staleTime: 0,
  });

/** The gifts that the household has bought. */
export const giftsQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['billing', own(context), 'gifts'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/gifts', { signal })).data,
    staleTime: 0,
  });

/** What months of a plan cost as a gift. */
export const giftQuoteQuery = (context: AppContext, { plan, months }: { plan: string; months: number }) =>
  queryOptions({
    queryKey: ['billing', own(context), 'gift-quote', plan, months],
    queryFn: async ({ signal }) =>
      (
        await context.api('POST /api/account/gift-quotes', {
          body: { plan_id: plan, months: months as GiftMonths },
          signal,
        })
      ).data,
    staleTime: 0,
  });

/** Who asks for a plan by a link. */
export const payRequestQuery = (context: AppContext, code: string) =>
  queryOptions({
    queryKey: ['billing', own(context), 'pay-request', code],
    queryFn: async ({ signal }) =>
      (await context.api('POST /api/account/pay-requests/find', { body: { code }, signal })).data,
    staleTime: 0,
  });

interface WantedCheckout {
  plan: string;
  price: string;
  coupon: string;
  /** The code by which somebody else asked for it; empty: it is for oneself. */
  payRequest: string;
  /** The saved card that would be charged; null: a new one. */
  cardId: string | null;
  /** Without a card, where credit pays. */
  byCredit: boolean;
}

/** Asks what a plan would cost. */
export const fetchQuote = async (
  { api }: AppContext,
  { plan, price, coupon, payRequest, cardId, byCredit }: WantedCheckout,
  signal?: AbortSignal,
) =>
  (
    await api('POST /api/account/checkout-quotes', {
      body: {
        plan_id: plan,
        price_id: price,
        coupon_code: coupon,
        pay_request: payRequest,
        card_id: cardId,
        by_credit: byCredit,
      },
      ...(signal ? { signal } : {}),
    })
  ).data;

/** What a plan would cost at an address. */
export const quoteQuery = (context: AppContext, wanted: WantedCheckout, address: unknown) =>
  queryOptions({
    queryKey: ['billing', own(context), 'quote', wanted, address],
    queryFn: ({ signal }) => fetchQuote(context, wanted, signal),
    staleTime: 0,
  });

/** Fetches again all that a payment or a change of the plan has changed; whether premium titles play, too. */
export async function refreshPlan(context: AppContext): Promise<void> {
  const { api, session, queryClient } = context;
  const [{ data }] = await Promise.all([
    api('GET /api/user'),
    queryClient.invalidateQueries({ queryKey: membershipQuery(context).queryKey.slice(0, 2) }),
    queryClient.invalidateQueries({ queryKey: currentPlanQuery(context, own(context)).queryKey }),
  ]);
  session.refresh(data);
}
