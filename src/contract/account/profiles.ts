/** A household's profiles: choosing, managing and limiting them. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import {
  captionColors,
  captionEdges,
  captionFonts,
  captionOpacities,
  captionSizes,
  captionTextOpacities,
} from '../caption-style.ts';
import { digitsPattern, pinDigits } from '../rules.ts';
import { text } from '../text.ts';
import { accountPassword, image, maturity, ok } from '../wire.ts';
import { code, emailAddress } from './identity.ts';

const language = z.enum(['ko', 'en']);

const captionStyle = z.object({
  size: z.literal(captionSizes),
  font: z.enum(captionFonts),
  color: z.enum(captionColors),
  opacity: z.literal(captionTextOpacities),
  edge: z.enum(captionEdges),
  background: z.enum(captionColors),
  background_opacity: z.literal(captionOpacities),
  window: z.enum(captionColors),
  window_opacity: z.literal(captionOpacities),
});

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  /** Address of the picture without its size, like every image; empty for none. */
  avatar: z.string(),
  is_kid: z.boolean(),
  /** The highest grade this profile may see. */
  maturity,
  has_pin: z.boolean(),
  /** Whether the next episode starts automatically. */
  autoplay_next: z.boolean(),
  /** The app's language while this profile is entered; null: the device's language. */
  language: language.nullable(),
  /** The look of captions; null: that of the device. */
  caption_style: captionStyle.nullable(),
});
export type Profile = z.infer<typeof profile>;

const timeOfDay = text(5).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);
const hoursOfDay = z.object({ from: timeOfDay, until: timeOfDay }).nullable();

/** When a profile may play: Monday to Friday, and at weekends; null: at any time. */
const viewingHours = z.object({ weekdays: hoursOfDay, weekends: hoursOfDay });
export type ViewingHours = z.infer<typeof viewingHours>;

const kidAge = z.number().int().min(0).max(17);

/** A profile with all that limits it. */
const limitedProfile = profile.extend({
  age: kidAge.nullable(),
  hours: viewingHours,
  blocked_count: z.number().int(),
  /** Its own address for notices, once proven. */
  email: z.string().nullable(),
});
export type LimitedProfile = z.infer<typeof limitedProfile>;

const blockedTitle = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['s', 'm']),
  maturity,
  image: image.nullable(),
});
export type BlockedTitle = z.infer<typeof blockedTitle>;

const avatarGroup = z.object({
  name: z.string(),
  avatars: z.array(z.object({ id: z.string(), name: z.string(), avatar: z.string() })),
});
export type AvatarGroup = z.infer<typeof avatarGroup>;

/** Cut to what a name may be by the service: no control characters, one space between words. */
const name = text(200)
  .overwrite((sent) =>
    sent
      .normalize('NFC')
      .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  .min(1);
const pin = text(40).regex(digitsPattern(pinDigits));

/** Shows that a grown-up asks: the account's password, or the parent PIN. */
const reauthentication = {
  password: accountPassword,
  parent_pin: pin.optional(),
};
const one = z.object({ id: z.uuid() });

export const profileCalls = {
  'POST /api/account/profiles/{id}/enter': {
    summary:
      'Choose a profile; one with a PIN asks for it, and leaving a kids profile for the parent PIN, as does a grown-up’s in a session that no password began',
    who: 'user',
    inPreviews: true,
    cache: 'private',
    forKids: true,
    params: one,
    /** `password`: in place of a PIN that was wrong too often to be taken. */
    body: z.object({ pin: pin.optional(), parent_pin: pin.optional(), password: accountPassword }),
    answer: z.object({ data: profile }),
    errors: ['not_found', 'identity_required', 'too_many_tries'],
  },
  'GET /api/account/profiles': {
    summary: 'The household’s profiles with what limits each',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.object({ zone: z.string(), profiles: z.array(limitedProfile) }) }),
    errors: [],
  },
  'GET /api/account/profiles/{id}': {
    summary: 'A profile with what limits it, and the titles it must not see',
    who: 'user',
    cache: 'private',
    params: one,
    answer: z.object({
      data: limitedProfile.extend({ zone: z.string(), blocked: z.array(blockedTitle) }),
    }),
    errors: ['not_found'],
  },
  'POST /api/account/profiles': {
    summary: 'Add a profile; from a limited profile it takes the password or the parent PIN',
    who: 'user',
    cache: 'private',
    body: z.object({
      name,
      avatar_id: z.uuid().nullish(),
      is_kid: z.boolean().default(false),
      age: kidAge.nullish(),
      ...reauthentication,
    }),
    answer: z.object({ data: profile }),
    errors: ['identity_required', 'profile_limit', 'last_adult', 'too_many_tries'],
  },
  'PATCH /api/account/profiles/{id}': {
    summary: 'Change a profile’s name, picture, language, autoplay or look of captions',
    who: 'user',
    inPreviews: true,
    cache: 'private',
    params: one,
    body: z.object({
      name: name.optional(),
      avatar_id: z.uuid().nullish(),
      language: language.nullish(),
      autoplay_next: z.boolean().optional(),
      caption_style: captionStyle.nullish(),
    }),
    answer: z.object({ data: profile }),
    errors: ['not_found', 'profile_required'],
  },
  'DELETE /api/account/profiles/{id}': {
    summary:
      'Delete a profile with its list, ratings and activity; a limited or locked one takes re-authentication',
    who: 'user',
    cache: 'private',
    params: one,
    body: z.object(reauthentication),
    answer: ok,
    errors: ['not_found', 'identity_required', 'last_profile', 'last_adult', 'too_many_tries'],
  },
  'PUT /api/account/profiles/{id}/pin': {
    summary: 'Lock a profile with a PIN, change it, or remove it (null); takes the password',
    who: 'user',
    cache: 'private',
    params: one,
    body: z.object({ pin: pin.nullable(), password: accountPassword }),
    answer: z.object({ data: profile }),
    errors: ['not_found', 'identity_required', 'too_many_tries'],
  },
  'PUT /api/account/profiles/{id}/restrictions': {
    summary: 'What a profile may see and when; takes the password or the parent PIN',
    who: 'user',
    cache: 'private',
    params: one,
    body: z.object({
      is_kid: z.boolean(),
      age: kidAge.nullable(),
      maturity,
      hours: viewingHours,
      /** The household’s zone, as IANA names it. */
      zone: z.string().min(1).max(64),
      blocked: z.array(z.uuid()).max(200),
      ...reauthentication,
    }),
    answer: z.object({ data: limitedProfile }),
    errors: ['not_found', 'identity_required', 'last_adult', 'too_many_tries'],
  },
  'POST /api/account/profiles/{id}/email': {
    summary: 'Send a code to the address that a profile is to have for its notices',
    who: 'user',
    cache: 'private',
    params: one,
    body: z.object({ email: emailAddress }),
    answer: z.object({ data: z.object({ email: z.string(), resend_seconds: z.number().int() }) }),
    errors: ['not_found', 'wait', 'too_many_tries'],
  },
  'PUT /api/account/profiles/{id}/email': {
    summary: 'Prove the address by the code that went there',
    who: 'user',
    cache: 'private',
    params: one,
    body: z.object({ code }),
    answer: z.object({ data: z.object({ email: z.string() }) }),
    errors: ['not_found'],
  },
  'DELETE /api/account/profiles/{id}/email': {
    summary: 'Take a profile’s address away',
    who: 'user',
    cache: 'private',
    params: one,
    answer: ok,
    errors: ['not_found'],
  },
  'PUT /api/account/parent-pin': {
    summary: 'Set the household’s parent PIN, change it, or remove it (null); takes the password',
    who: 'user',
    cache: 'private',
    body: z.object({ pin: pin.nullable(), password: accountPassword }),
    answer: ok,
    errors: ['identity_required', 'too_many_tries'],
  },
  'GET /api/account/avatars': {
    summary: 'The pictures that a profile may wear, in groups',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(avatarGroup) }),
    errors: [],
  },
} as const satisfies CallTable;
