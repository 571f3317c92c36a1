import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptMessage } from './message.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const device = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('a message is the one that RFC 8291 gives as its example, to the byte', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const body = encryptMessage(
    'When I grow up, I want to be a watermelon',
    device,
    keys,
    bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  );
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('no two messages are alike, and one that is too long for a push service is not made', () => {
  expect(encryptMessage('same', device).equals(encryptMessage('same', device))).toBe(false);
  expect(encryptMessage('가'.repeat(1331), device).length).toBe(4096);
  expect(() => encryptMessage('가'.repeat(1332), device)).toThrow('3996 bytes');
});
