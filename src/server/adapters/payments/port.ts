/**
 * The card processor, in our words. An invoice has one payment for life; each attempt on it has an id of ours, which makes its
 * call safe to repeat. Amounts are whole US cents.
 */

export interface Card {
  id: string;
  brand: string;
  lastFour: string;
  expiryMonth: number;
  expiryYear: number;
  /** The name on it, where it was given. */
  name: string | null;
  /** Is the same for the same number, whoever gives it. */
  fingerprint: string | null;
}

export type CardSetup =
  | { state: 'ready'; card: Card; customerId: string | null }
  /** The browser has to finish it: a card is missing, or its bank asks for its owner. */
  | { state: 'open'; clientSecret: string }
  | { state: 'refused'; code: string; clientSecret: string }
  | { state: 'cancelled' };

/** What people are told of a decline: each is a text of its own. */
export type DeclineReason =
  | 'authentication'
  | 'funds'
  | 'expired'
  | 'security_code'
  | 'lost_or_stolen'
  | 'try_again'
  | 'other';

export interface Decline {
  /** The processor's word, for staff and logs. */
  code: string;
  /** Another attempt with this card is never to be made. */
  isHard: boolean;
  reason: DeclineReason;
}

export type PaymentOutcome =
  | { state: 'succeeded'; chargeId: string; receivedCents: number }
  | { state: 'requires_action'; clientSecret: string }
  | ({ state: 'declined' } & Decline)
  | { state: 'processing' }
  /** The call was not answered, so it may have been carried out. The payment says so when it is read. */
  | { state: 'unknown' }
  /** Nothing has been tried. */
  | { state: 'open'; clientSecret: string }
  | { state: 'cancelled' };

export interface Payment {
  id: string;
  invoiceId: string | null;
  amountCents: number;
  clientSecret: string;
  outcome: Exclude<PaymentOutcome, { state: 'unknown' }>;
  /** The card that the outcome is of; null: none was tried, or it is not said. */
  cardId: string | null;
}

export interface Refund {
  id: string;
  state: 'succeeded' | 'pending' | 'failed';
  amountCents: number;
}

export interface Dispute {
  id: string;
  paymentId: string | null;
  chargeId: string;
  amountCents: number;
  /** An inquiry takes no money yet. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  reason: string;
  /** Until when evidence may be sent. */
  dueAt: Date | null;
}

/** A movement of our balance at the processor. */
export interface BalanceMovement {
  id: string;
  kind: 'charge' | 'refund' | 'dispute' | 'dispute_reversal' | 'fee' | 'payout' | 'other';
  amountCents: number;
  feeCents: number;
  /** What the balance changed by. */
  netCents: number;
  paymentId: string | null;
  /** The charge, refund or dispute. */
  sourceId: string | null;
  at: Date;
}

/** A part of a list; `next` asks for the following one. */
export interface Page<T> {
  items: T[];
  next: string | undefined;
}

/** What the processor tells us has happened. Only ids are taken from it: the state is read. */
export interface PaymentEvent {
  /** Comes again when the event does. */
  id: string;
  /** The processor's word. */
  type: string;
  about:
    | { kind: 'payment'; paymentId: string }
    | { kind: 'card_setup'; setupId: string }
    | { kind: 'refund'; refundId: string; paymentId: string | null }
    | { kind: 'dispute'; disputeId: string; paymentId: string | null }
    /** Nothing that we act on. */
    | { kind: 'other' };
}

export interface OfferedPrice {
  id: string;
  ourPriceId: string | null;
  amountCents: number;
  months: 1 | 12 | null;
  isActive: boolean;
}

export interface OfferedPlan {
  id: string;
  planId: string | null;
  name: string;
  isActive: boolean;
  prices: OfferedPrice[];
}

/** What a checkout page loads, and whom its security policy has to let in. */
export interface BrowserSide {
  publishableKey: string;
  scriptUrl: string;
  /** Origins of scripts, frames and calls. */
  origins: string[];
  isSimulated: boolean;
}

export interface Payments {
  browserSide(): Promise<BrowserSide>;

  /**
   * The customer of a billing account, made where there is none. `mayExist`: it was asked for before, and its id may have been lost.
   */
  saveCustomer(customer: {
    accountId: string;
    customerId?: string | undefined;
    mayExist?: boolean;
    email: string;
    name: string | null;
  }): Promise<string>;

  /** Begins to save a card, which the browser finishes. `key`: the same again is the same setup. */
  beginCardSetup(setup: { key: string; customerId: string }): Promise<{ id: string; clientSecret: string }>;
  readCardSetup(setupId: string): Promise<CardSetup>;
  /** At most 100, the newest first. */
  listCards(customerId: string): Promise<Card[]>;
  /**
   * Deletes the customer of a billing account with its saved cards; payments stay. Without `customerId`, whose answer was lost, it is looked
   * for. One that is gone already is no error.
   */
  deleteCustomer(customer: { accountId: string; customerId: string | null }): Promise<void>;
  /** A card that is gone already is no error. */
  detachCard(cardId: string): Promise<void>;

  /** The one payment of an invoice. `mayExist`: it was asked for before, and its id may have been lost. */
  openPayment(payment: {
    invoiceId: string;
    customerId: string;
    amountCents: number;
    mayExist?: boolean;
    /** The card that pays is to be saved. */
    savesCard?: boolean;
  }): Promise<Payment>;
  /** Tries a saved card. `unknown` is to be followed by `readPayment`, or by the same attempt again. */
  confirmPayment(attempt: {
    attemptId: string;
    paymentId: string;
    cardId: string;
    /** Its owner is not there to answer for it. */
    isOffSession: boolean;
  }): Promise<PaymentOutcome>;
  readPayment(paymentId: string): Promise<Payment>;
  /** Ends a payment for good; refused when it has succeeded. */
  cancelPayment(paymentId: string): Promise<Payment>;

  /** Gives money back, once for each id of ours. `mayExist`: it was asked for before, and the answer may have been lost. */
  refund(refund: {
    refundId: string;
    paymentId: string;
    amountCents: number;
    mayExist?: boolean;
  }): Promise<Refund>;
  readRefund(gatewayRefundId: string): Promise<Refund>;
  readDispute(disputeId: string): Promise<Dispute>;
  /** The newest first. */
  disputes(range: { from: Date; to: Date }, after?: string): Promise<Page<Dispute>>;
  /** The newest first. `from` is within, `to` is not. */
  balanceMovements(range: { from: Date; to: Date }, after?: string): Promise<Page<BalanceMovement>>;

  /** Reads an event that was sent to us. Throws `EventRefused`. */
  readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent>;

  listPlans(): Promise<OfferedPlan[]>;
  /** Makes a plan known there, or changes it. Answers its id there. */
  savePlan(plan: {
    planId: string;
    id?: string | undefined;
    name: string;
    isActive: boolean;
  }): Promise<string>;
  createPrice(price: {
    ourPriceId: string;
    productId: string;
    amountCents: number;
    months: 1 | 12;
  }): Promise<string>;
  /** A price never changes; it is offered, or it is not. */
  setPriceActive(priceId: string, isActive: boolean): Promise<void>;
}

/** The processor cannot say. Nothing is to be begun on it; what was asked may or may not have been done. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';

  constructor(cause?: unknown) {
    super('the card processor cannot say', { cause });
  }
}

/** The processor has refused, for good: nothing was done. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';

  constructor(
    /** The processor's word, such as `charge_already_refunded`. */
    readonly code: string,
    message: string,
    readonly isMissing = false,
  ) {
    super(message);
  }
}

/** `forged`: not signed by the processor. `old`: signed long ago. `foreign`: of another mode. `broken`: not an event. */
export type EventProblem = 'forged' | 'old' | 'foreign' | 'broken';

/** An event that is not to be believed. */
export class EventRefused extends Error {
  override name = 'EventRefused';

  constructor(readonly problem: EventProblem) {
    super(`the event is ${problem}`);
  }
}
