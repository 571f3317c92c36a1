/** Cells of a CSV file that Excel opens as they are meant: NFC, quoted where they have to be, and none runs as a formula. */

/** What begins so, Excel runs as a formula; Korean and Japanese ones the full-width signs too. */
export const formulaStart = /^[=+\-@＝＋－＠\t\r]/;

/** One cell. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.normalize('NFC');
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The mark at the start of a file by which Excel recognises UTF-8. */
export const csvMark = '\ufeff';
