/** Addresses in the countries where the service is sold. Without zod: forms check by the same patterns. */

export const postalPatterns = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
} as const;

/** States and provinces by country, ISO 3166-2 without the country. */
export const regions = {
  US: 'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY GU VI AS MP'.split(
    ' ',
  ),
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
} as const;

/**
 * What an invoice can print: scripts that Pretendard has. It has no Chinese characters, no emoji, and none of those that are left out
 * here.
 */
export const printable =
  /^(?:(?!\p{Extended_Pictographic}(?<![©®™]))[\p{Script=Latin}\p{Script=Hangul}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}])*$/u;
