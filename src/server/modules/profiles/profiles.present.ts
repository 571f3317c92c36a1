/** Profiles as the wire has them. */
import type { Profile } from '../../../contract/account/profiles.ts';
import type { Maturity } from '../../../contract/wire.ts';
import type { profiles } from './profiles.tables.ts';

/** A profile as the wire has it. */
export function presentProfile(row: typeof profiles.$inferSelect): Profile {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatarId ? `/images/${row.avatarId}` : '',
    is_kid: row.isKid,
    maturity: row.maturity as Maturity,
    has_pin: row.pinHash !== null,
  };
}
