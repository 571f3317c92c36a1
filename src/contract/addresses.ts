/** Addresses in the countries to which the service sells. Without zod, because forms check by the same patterns. */

export const postalPatterns = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
  MX: /^\d{5}$/,
} as const;

/** Countries whose addresses the service knows. `MARU_BILLING_COUNTRIES` chooses among them. */
export const addressCountries = ['US', 'CA', 'MX'] as const;
export type AddressCountry = (typeof addressCountries)[number];

/** States and provinces by country, ISO 3166-2 without the country. */
export const regions = {
  US: 'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY GU VI AS MP'.split(
    ' ',
  ),
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
  MX: 'AGU BCN BCS CAM CHP CHH CMX COA COL DUR GUA GRO HID JAL MEX MIC MOR NAY NLE OAX PUE QUE ROO SLP SIN SON TAB TAM TLA VER YUC ZAC'.split(
    ' ',
  ),
} as const;

/** Characters that an invoice can print: the scripts of Pretendard, which has no Chinese characters and no emoji. */
export const printable =
  /^(?:(?!\p{Extended_Pictographic}(?<![©®™]))[\p{Script=Latin}\p{Script=Hangul}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}])*$/u;
