/** What people are known and reached by, and what they prove it with: how it is written, and how it is stored and compared. */
import { z } from 'zod';
import type { ValidationMessage } from '../messages.ts';
import {
  codeDigits,
  digitsPattern,
  normalUsername,
  phonePattern,
  shortestPassword,
  shortestUsername,
  usernamePattern,
} from '../rules.ts';

export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const newPassword = z.string().min(shortestPassword).max(256);
/** Six digits from a message; spaces that came along are left out. */
export const code = z
  .string()
  .overwrite((text) => text.replace(/\s/g, ''))
  .regex(digitsPattern(codeDigits));
/** E.164 of Korea, or of the countries of North America. */
export const phone = z
  .string()
  .overwrite((text) => text.replace(/[\s().-]/g, ''))
  .regex(phonePattern, 'phone' satisfies ValidationMessage);
export const username = z
  .string()
  .overwrite(normalUsername)
  .min(shortestUsername)
  .max(40)
  .regex(usernamePattern);
