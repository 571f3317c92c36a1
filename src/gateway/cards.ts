/** Stripe's published test cards, and no other number. What a number does is kept; the number itself never is. */

/** `setup`: when it is saved, and when it is charged. `charge`: when it is charged alone. */
interface Decline {
  at: 'setup' | 'charge';
  code: string;
  declineCode: string;
}

export interface TestCard {
  brand: string;
  lastFour: string;
  funding: 'credit' | 'debit';
  decline?: Decline;
  /** `always`: at every payment. `unless_saved`: until it was answered when the card was saved. */
  authentication?: 'always' | 'unless_saved';
  dispute?: { reason: string; isInquiry?: true };
}

const declined = (declineCode: string, at: Decline['at'] = 'setup'): Pick<TestCard, 'decline'> => ({
  decline: { at, code: 'card_declined', declineCode },
});
const failing = (code: string): Pick<TestCard, 'decline'> => ({
  decline: { at: 'setup', code, declineCode: code },
});

const numbers: [number: string, brand: string, what?: Partial<TestCard>][] = [
  ['4242424242424242', 'visa'],
  ['4000056655665556', 'visa', { funding: 'debit' }],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['5200828282828210', 'mastercard', { funding: 'debit' }],
  ['5105105105105100', 'mastercard'],
  ['378282246310005', 'amex'],
  ['371449635398431', 'amex'],
  ['6011111111111117', 'discover'],
  ['6011000990139424', 'discover'],
  ['3056930009020004', 'diners'],
  ['36227206271667', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['4000000000000077', 'visa'],
  ['4000000000003055', 'visa'],
  ['4000000000000002', 'visa', declined('generic_decline')],
  ['4000000000009995', 'visa', declined('insufficient_funds')],
  ['4000000000009987', 'visa', declined('lost_card')],
  ['4000000000009979', 'visa', declined('stolen_card')],
  ['4000000000006975', 'visa', declined('card_velocity_exceeded')],
  ['4100000000000019', 'visa', declined('fraudulent')],
  ['4000000000004954', 'visa', declined('fraudulent', 'charge')],
  ['4000000000000341', 'visa', declined('generic_decline', 'charge')],
  ['4000000000000069', 'visa', failing('expired_card')],
  ['4000000000000127', 'visa', failing('incorrect_cvc')],
  ['4000000000000119', 'visa', failing('processing_error')],
  ['4000002760003184', 'visa', { authentication: 'always' }],
  ['4000000000003220', 'visa', { authentication: 'always' }],
  ['4000002500003155', 'visa', { authentication: 'unless_saved' }],
  ['4000003800000446', 'visa', { authentication: 'unless_saved' }],
  ['4000008260003178', 'visa', { authentication: 'always', ...declined('insufficient_funds', 'charge') }],
  ['4000008400001629', 'visa', { authentication: 'always', ...declined('generic_decline', 'charge') }],
  ['4000000000000259', 'visa', { dispute: { reason: 'fraudulent' } }],
  ['4000000000002685', 'visa', { dispute: { reason: 'product_not_received' } }],
  ['4000000000001976', 'visa', { dispute: { reason: 'fraudulent', isInquiry: true } }],
];
const byNumber = new Map(
  numbers.map(([number, brand, what]) => [
    number,
    { brand, lastFour: number.slice(-4), funding: 'credit', ...what } as TestCard,
  ]),
);

/** What a server may name instead of a number. */
const tokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_jcb: '3566002020360505',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
};

export const findTestCard = (number: string): TestCard | undefined => byNumber.get(number);
export const findToken = (name: string): TestCard | undefined => byNumber.get(tokens[name] ?? '');

/** What an issuer says of it. */
export const declineTexts: Record<string, string> = {
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};
