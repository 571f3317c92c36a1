import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const korean = '1\n00:00:01,000 --> 00:00:02,000\n똠방각하, 펭귄이 왔어요. “네?”\n';

test.each(['utf-8', 'utf16le', 'utf-16be', 'cp949'])(
  'reads Korean in %s, with and without a mark',
  (encoding) => {
    expect(decodeText(iconv.encode(korean, encoding))).toBe(korean);
    if (encoding === 'cp949') return;
    expect(decodeText(iconv.encode(korean, encoding, { addBOM: true }))).toBe(korean);
  },
);

test.each(['I don’t know, it’s “fine” – café', 'Ça va? Äpfel, Übung, naïve, señor', 'It’s on us'])(
  'reads Windows-1252, which is no Korean: %s',
  (text) => {
    expect(decodeText(iconv.encode(text, 'windows-1252'))).toBe(text);
  },
);

test('reads nothing from other bytes', () => {
  expect(decodeText(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'))).toBeNull();
  expect(decodeText(Buffer.from([0x81, 0x20, 0x8d, 0x01]))).toBeNull();
  expect(decodeText(iconv.encode('字幕をここに書きます。'.repeat(4), 'shift_jis'))).toBeNull();
});

test('reads a table of a few Korean words', () => {
  expect(decodeText(iconv.encode('slug,name_ko\nkim,김\n', 'cp949'))).toBe('slug,name_ko\nkim,김\n');
});
