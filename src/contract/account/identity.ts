/** What people are known and reached by, and what they prove it with: how it is written, and how it is stored and compared. */
import { z } from 'zod';

export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const newPassword = z.string().min(8).max(256);
/** Six digits from a message; spaces that came along are left out. */
export const code = z
  .string()
  .overwrite((text) => text.replace(/\s/g, ''))
  .regex(/^\d{6}$/);
/** E.164 of Korea, or of the countries of North America. */
export const phone = z
  .string()
  .overwrite((text) => text.replace(/[\s().-]/g, ''))
  .regex(/^\+(?:1[2-9]\d{2}[2-9]\d{6}|82(?:1[016789]\d{7,8}|2\d{7,8}|[3-6][1-5]\d{7,8}|70\d{8})|52\d{10})$/);
/**
 * Letters of any script, digits, signs and emoji, in lower case; no spaces, nothing that cannot be seen, and no @, which tells
 * it from an e-mail address.
 */
export const username = z
  .string()
  .overwrite((text) => text.normalize('NFKC').trim().toLowerCase())
  .min(3)
  .max(40)
  .regex(
    /^(?!.*@)(?:\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u,
  );
