/** What people are known and reached by, and what they prove it with: how it is written, and how it is stored and compared. */
import { z } from 'zod';
import type { ValidationMessage } from '../messages.ts';
import {
  codeDigits,
  digitsPattern,
  firstBirthDate,
  maxTypedUsername,
  maxUsername,
  minPasswordLength,
  minUsernameLength,
  normalUsername,
  phonePattern,
  usernamePattern,
} from '../rules.ts';
import { text } from '../text.ts';

export const genders = ['female', 'male', 'other'] as const;
export type Gender = (typeof genders)[number];
export const gender = z.enum(genders);
/** Of somebody who is alive; that it is not in the future is asked of the clock. */
export const birthDate = z.iso.date().refine((date) => date >= firstBirthDate);

export const emailAddress = text(254).trim().toLowerCase().pipe(z.email());
export const newPassword = text(256).min(minPasswordLength);
/** Six digits from a message; spaces that came along are left out. */
export const code = text(40)
  .overwrite((text) => text.replace(/\s/g, ''))
  .regex(digitsPattern(codeDigits));
/** E.164 of Korea, or of the countries of North America. */
export const phone = text(40)
  .overwrite((text) => text.replace(/[\s().-]/g, ''))
  .regex(phonePattern, 'phone' satisfies ValidationMessage);
export const username = text(maxTypedUsername)
  .overwrite(normalUsername)
  .min(minUsernameLength)
  .max(maxUsername, { abort: true })
  .regex(usernamePattern);
