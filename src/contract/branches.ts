/** The service's branches, with what they charge for a set-top box: the specification's codes and fees, without zod. */

export interface Branch {
  code: 'LA' | 'NY' | 'DC' | 'SF' | 'SE' | 'HI';
  name_ko: string;
  name_en: string;
  /** Where it is, as a map finds it. */
  place: string;
  /** Whether an installer comes. */
  installer: boolean;
  /** What the visit costs, where that is the same for everybody. */
  installer_cents: number | null;
  /** Whether the branch charges for shipping. */
  shipping: boolean;
}

export const branches: readonly Branch[] = [
  {
    code: 'LA',
    name_ko: '로스앤젤레스',
    name_en: 'Los Angeles',
    place: 'Koreatown, Los Angeles, CA',
    installer: true,
    installer_cents: 4000,
    shipping: false,
  },
  {
    code: 'NY',
    name_ko: '뉴욕',
    name_en: 'New York',
    place: 'New York, NY',
    installer: false,
    installer_cents: null,
    shipping: true,
  },
  {
    code: 'DC',
    name_ko: '워싱턴 D.C.',
    name_en: 'Washington D.C.',
    place: 'Washington, DC',
    installer: true,
    installer_cents: null,
    shipping: true,
  },
  {
    code: 'SF',
    name_ko: '샌프란시스코',
    name_en: 'San Francisco',
    place: 'San Francisco, CA',
    installer: true,
    installer_cents: null,
    shipping: false,
  },
  {
    code: 'SE',
    name_ko: '시애틀',
    name_en: 'Seattle',
    place: 'Seattle, WA',
    installer: false,
    installer_cents: null,
    shipping: true,
  },
  {
    code: 'HI',
    name_ko: '하와이',
    name_en: 'Hawaii',
    place: 'Honolulu, HI',
    installer: false,
    installer_cents: null,
    shipping: true,
  },
];

/** Fees of a set-top box, in cents of a US dollar. */
export const boxFees = {
  /** Shipping it to a home, once. */
  shipping_cents: 2000,
  /** Not returned within two weeks after the free trial. */
  not_returned_cents: 4000,
} as const;

/** An installer drives so far from Koreatown in Los Angeles at the usual price. */
export const installerMiles = 80;
