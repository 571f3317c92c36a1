/** Decodes the text of an uploaded file, whichever usual encoding its program wrote. */
import iconv from 'iconv-lite';

/** How much of a file shows its encoding. */
const sampleBytes = 64 * 1024;

/** UTF-16 without a byte order mark: every sign of ASCII has a zero byte, always on the same side. */
function utf16Without(bytes: Buffer): 'utf16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const isCertain = (many: number, few: number) => few === 0 && many >= sample.length / 20;
  if (bytes.length % 2 !== 0) return undefined;
  return isCertain(odd, even) ? 'utf16le' : isCertain(even, odd) ? 'utf-16be' : undefined;
}

/**
 * Whether the bytes outside of ASCII are those of Korean text: pairs, most of which are among the 2,350 usual syllables of KS X 1001.
 * A curly quote of Windows-1252 before a letter is a valid pair too, but an unusual one.
 */
function isKorean(bytes: Buffer): boolean {
  let pairs = 0;
  let usual = 0;
  for (let at = 0; at < Math.min(bytes.length, sampleBytes); at += 1) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    if (first < 0x80) continue;
    pairs += 1;
    if (first >= 0xb0 && first <= 0xc8 && second >= 0xa1 && second <= 0xfe) usual += 1;
    at += 1;
  }
  return usual * 2 >= pairs;
}

/** The bytes to which Windows-1252 assigns no character. */
const unassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Whether the bytes may be Western text: mostly ASCII, no control characters. */
function isWestern(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, sampleBytes);
  let high = 0;
  for (const byte of sample) {
    if (unassigned.includes(byte) || (byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte))) return false;
    if (byte >= 0x80) high += 1;
  }
  return high <= sample.length / 4;
}

/**
 * The text of a file in UTF-8, UTF-16, CP949 or Windows-1252; null if it is in none of them. A byte order mark decides. Without one,
 * each encoding is taken only where the bytes leave no doubt.
 */
export function decodeText(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be');
  if (bytes.includes(0)) {
    const encoding = utf16Without(bytes);
    return encoding ? iconv.decode(bytes, encoding) : null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Node's own decoder of Korean lacks the characters that CP949 has beyond EUC-KR, such as 똠.
    const korean = iconv.decode(bytes, 'cp949');
    if (!korean.includes('\ufffd') && isKorean(bytes)) return korean;
    return isWestern(bytes) ? iconv.decode(bytes, 'windows-1252') : null;
  }
}
