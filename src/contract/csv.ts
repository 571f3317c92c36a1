/** Cells of a CSV file for Excel: NFC, quoted where necessary, and none runs as a formula. */

/** The start of a text that Excel runs as a formula. Korean and Japanese versions also run full-width signs. */
export const formulaStart = /^[=+\-@＝＋－＠\t\r]/;

/** Characters that some program separates cells by: unquoted, the rest of the cell could begin as a formula. */
const separators = /[",;\t|\r\n]/;

/** One cell. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.normalize('NFC');
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return separators.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The mark at the start of a file by which Excel recognises UTF-8. */
export const csvMark = '\ufeff';
