/** Telephone numbers of Korea and North America: as people write them, and as they are kept (E.164). */

const groups = (digits: string, sizes: number[]) => {
  const parts: string[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return { parts, rest: digits.slice(at) };
};

/** Korea's, from the digit after the country code or the leading zero. */
function korean(national: string): string {
  // Seoul's area code is one digit shorter than all others.
  const area = national.startsWith('2') ? 1 : 2;
  const left = national.length - area;
  const { parts, rest } = groups(national, [area, left > 7 ? 4 : 3, 4]);
  return parts.join('-') + rest;
}

function northAmerican(national: string): string {
  const { parts, rest } = groups(national, [3, 3, 4]);
  const [area = '', exchange = '', line = ''] = parts;
  if (!exchange) return area;
  return `(${area}) ${exchange}${line ? `-${line}` : ''}${rest}`;
}

/** What was typed so far, grouped as its country does: +82 10-1234-5678, +1 (213) 555-0142. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 15);
  const international = text.trim().startsWith('+');
  if (international && digits.startsWith('82'))
    return `+82 ${korean(digits.slice(2).replace(/^0/, ''))}`.trim();
  if (international && digits.startsWith('1')) return `+1 ${northAmerican(digits.slice(1))}`.trim();
  if (international) return `+${digits}`;
  if (digits.startsWith('0')) return digits.length < 2 ? digits : `0${korean(digits.slice(1))}`;
  if (digits.length === 11 && digits.startsWith('1')) return `+1 ${northAmerican(digits.slice(1))}`;
  return northAmerican(digits);
}

/** As it is kept. Without a country code, a leading zero means Korea, anything else North America. */
export function toE164(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return '';
  if (text.trim().startsWith('+')) return `+${digits.replace(/^820/, '82')}`;
  if (digits.startsWith('0')) return `+82${digits.slice(1)}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}
