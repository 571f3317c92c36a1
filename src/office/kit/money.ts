/** US dollars from cents. Empty for an amount that the role hides. */
export const showMoney = (cents: number | undefined): string =>
  cents === undefined ? '' : (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
