/**
 * Who knows the taxes of addresses, in our words: it says which rates count, and keeps what was sold for the returns. What a bill
 * comes to is calculated here, by `modules/billing/taxes.ts`. Amounts are whole US cents.
 */

export type TaxedKind = 'plan' | 'once';

/** As far as it is known: of an erased household only the last three are. */
export interface TaxAddress {
  line1: string | null;
  city: string | null;
  region: string;
  postalCode: string;
  country: string;
}

/** A tax on a kind of line. A rate of 0 says that it is known, and nothing is taxed. */
export interface TaxRate {
  kind: TaxedKind;
  /** Whose it is: `CA`, `CA-QC`, `US-WA Seattle`. With name and kind it occurs once. */
  jurisdiction: string;
  name: string;
  /** Millionths of the whole amount, also where a part of it alone is taxed. */
  ratePpm: number;
}

/** A sale that was calculated, and is not recorded yet. */
export interface CalculatedSale {
  calculationId: string;
  /** What its taxes come to there. */
  taxCents: number;
}

export interface RecordedTransaction {
  id: string;
  taxCents: number;
}

export interface Taxes {
  /** The rates in force now, in the order in which they stand on an invoice. Throws `PlaceUnknown`. */
  ratesAt(address: TaxAddress): Promise<TaxRate[]>;

  /**
   * Calculates a sale, without taxes in its lines. `key`: the same again is the same calculation. `soldAt`: by whose rules; null:
   * by those of now, where the sale is older than the party looks back. Throws `PlaceUnknown`.
   */
  calculateSale(sale: {
    key: string;
    address: TaxAddress;
    lines: readonly { kind: TaxedKind; amountCents: number }[];
    soldAt: Date | null;
  }): Promise<CalculatedSale>;
  /** Records a sale that was calculated, once for each reference. Throws `CalculationExpired`. */
  recordSale(sale: {
    reference: string;
    calculationId: string;
    soldAt: Date | null;
  }): Promise<RecordedTransaction>;
  /** Takes a recorded sale back, once for each reference. `amountCents`: with taxes, above 0; null: all of it. */
  recordReversal(reversal: {
    reference: string;
    saleId: string;
    amountCents: number | null;
  }): Promise<RecordedTransaction>;
}

/** The party cannot say. What was asked to be recorded may or may not have been. */
export class TaxesUnavailable extends Error {
  override name = 'TaxesUnavailable';

  constructor(cause?: unknown) {
    super('taxes cannot be asked for', { cause });
  }
}

/** The party has refused: nothing was done. */
export class TaxesRefused extends Error {
  override name: string = 'TaxesRefused';

  constructor(
    /** The party's word, such as `parameter_invalid_integer`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** No place of taxes can be found by the address. */
export class PlaceUnknown extends TaxesRefused {
  override name = 'PlaceUnknown';
}

/** The calculation is too old, and is to be made again. */
export class CalculationExpired extends TaxesRefused {
  override name = 'CalculationExpired';
}
