/** Profiles as the wire has them. */
import type { BlockedTitle, LimitedProfile, Profile } from '../../../contract/account/profiles.ts';
import type { Locale } from '../../../contract/errors.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import type { BlockedRow, LimitedRow, ProfileRow } from './profiles.repo.ts';

/** A profile's picture: its address without the size; empty for none. */
export const avatarAddress = (id: string | null): string => (id ? `/images/${id}` : '');

/** A profile as its household sees it. */
export function presentProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    name: row.name,
    avatar: avatarAddress(row.avatarId),
    is_kid: row.isKid,
    maturity: row.maturity,
    has_pin: row.pinHash !== null,
    autoplay_next: row.autoplayNext,
    language: row.language,
    caption_style: row.captionStyle,
  };
}

/** The same with what limits it. */
export function presentLimited(row: LimitedRow): LimitedProfile {
  return {
    ...presentProfile(row),
    age: row.age,
    hours: row.hours,
    blocked_count: row.blockedCount,
    email: row.email,
  };
}

/** A title that a profile must not see. */
export function presentBlocked(row: BlockedRow, locale: Locale): BlockedTitle {
  return {
    id: row.id,
    name: locale === 'ko' ? row.titleKo : row.titleEn,
    type: row.kind === 'series' ? 's' : 'm',
    maturity: row.maturity,
    image: presentImage(row.landscapeId, row.color),
  };
}
