/** The rules of a household's profiles: who may add, change, enter and limit them. */
import type {
  AvatarGroup,
  BlockedTitle,
  LimitedProfile,
  Profile,
  ViewingHours,
} from '../../../contract/account/profiles.ts';
import type { CaptionStyle } from '../../../contract/caption-style.ts';
import type { Locale } from '../../../contract/errors.ts';
import { ceilingForAge, kidsCeiling } from '../../../contract/ratings.ts';
import type { Maturity } from '../../../contract/wire.ts';
import { appEvent } from '../../adapters/push/port.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { hashPassword } from '../../security/passwords.ts';
import type { Owned } from '../../security/permission.ts';
import { announceEnded } from '../accounts/devices.service.ts';
import { getHousehold, lockHousehold, setHousehold } from '../accounts/households.service.ts';
import { forgetGuesses } from '../accounts/pin-guesses.service.ts';
import {
  type OwnerReauthentication,
  requireOwner,
  requireParentPin,
  requirePassword,
  requireProfilePin,
} from '../accounts/reauthentication.service.ts';
import { endSessions, leaveProfile, lockUsers, setEntered } from '../accounts/sessions.service.ts';
import { avatarAddress, presentBlocked, presentLimited, presentProfile } from './profiles.present.ts';
import * as repo from './profiles.repo.ts';

const maxNameLength = 20;
/** Limits the length of a name: one emoji may consist of many characters. */
const maxNameUnits = 120;
const letters = new Intl.Segmenter();

/** Makes the household's open pages fetch its profiles again. */
async function announceChange({ push, log }: Context, householdId: string): Promise<void> {
  const channel = `private-household.${householdId}` as const;
  try {
    await push.broadcast(appEvent(channel, 'ProfilesChanged', {}));
  } catch (error) {
    // The change is stored in any case: pages notice at their next call.
    log.warn({ err: error }, 'open pages could not be told that their profiles have changed');
  }
}

/** Fails unless the name has visible characters and is not too long. */
function checkName(name: string): string {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) failField('name', 'required');
  if ([...letters.segment(name)].length > maxNameLength || name.length > maxNameUnits)
    failField('name', 'max_text', { max: maxNameLength });
  return name;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Fails unless the picture is one that profiles may choose. */
async function checkAvatar(context: Context, id: string | null | undefined): Promise<void> {
  if (id && !(await repo.isAvatar(context.db, id))) failField('avatar_id', 'exists');
}

const isLimited = (row: repo.LimitedRow): boolean =>
  row.isKid ||
  row.maturity < 19 ||
  row.blockedCount > 0 ||
  row.hours.weekdays !== null ||
  row.hours.weekends !== null;

async function listLimited(db: Queryable, householdId: string): Promise<repo.LimitedRow[]> {
  const [rows, blocked] = await Promise.all([
    repo.listProfiles(db, householdId),
    repo.countBlocked(db, householdId),
  ]);
  return rows.map((row) => ({
    ...row,
    blockedCount: blocked.get(row.id) ?? 0,
    email: row.email,
  }));
}

/** The profiles with their limits, and the time zone of their viewing hours. */
export async function listProfiles(
  context: Context,
  householdId: string,
): Promise<{ zone: string; profiles: LimitedProfile[] }> {
  const [rows, household] = await Promise.all([
    listLimited(context.db, householdId),
    getHousehold(context.db, householdId),
  ]);
  return { zone: household.zone ?? context.config.serviceZone, profiles: rows.map(presentLimited) };
}

/** One profile with its limits and blocked titles. */
export async function getProfile(
  context: Context,
  householdId: string,
  id: string,
  locale: Locale,
): Promise<LimitedProfile & { zone: string; blocked: BlockedTitle[] }> {
  const row = (await listLimited(context.db, householdId)).find((own) => own.id === id) ?? fail('not_found');
  const [blocked, household] = await Promise.all([
    repo.listBlocked(context.db, id),
    getHousehold(context.db, householdId),
  ]);
  return {
    ...presentLimited(row),
    zone: household.zone ?? context.config.serviceZone,
    blocked: blocked.map((title) => presentBlocked(title, locale)),
  };
}

/**
 * Adds a profile. A viewer with limits, or one who has not shown to be an adult yet, could add a profile
 * without limits: they need re-authentication as an adult. A child's profile begins with the grade of its
 * age.
 */
export async function addProfile(
  context: Context,
  user: SignedInUser,
  wanted: { name: string; avatarId: string | null; isKid: boolean; age: number | null },
  reauthentication: OwnerReauthentication,
): Promise<Profile> {
  const name = checkName(wanted.name);
  if (wanted.isKid && wanted.age === null) failField('age', 'required');
  await checkAvatar(context, wanted.avatarId);
  const before = await listLimited(context.db, user.householdId);
  const entered = before.find(({ id }) => id === user.enteredProfileId);
  if (user.asksParentPin || (entered && isLimited(entered)))
    await requireOwner(context, user, reauthentication);
  const row = await context.db.transaction(async (tx) => {
    await lockHousehold(tx, user.householdId);
    const own = await repo.listProfiles(tx, user.householdId);
    if (own.length >= context.config.maxProfiles) fail('profile_limit', { max: context.config.maxProfiles });
    if (own.some((other) => sameName(other.name, name))) failField('name', 'name_taken');
    if (wanted.isKid && own.every(({ isKid }) => isKid)) fail('last_adult');
    return repo.insertProfile(tx, {
      householdId: user.householdId,
      name,
      avatarId: wanted.avatarId,
      ...firstLimits(wanted.isKid, wanted.age),
    });
  });
  await announceChange(context, user.householdId);
  return presentProfile(row);
}

/**
 * Changes settings that are not limits. Undefined fields keep their value. A locked profile is not changed by a session that has not
 * entered any profile.
 */
export async function updateProfile(
  context: Context,
  { householdId, enteredProfileId }: Pick<SignedInUser, 'householdId' | 'enteredProfileId'>,
  id: string,
  changes: {
    name: string | undefined;
    avatarId: string | null | undefined;
    language: Locale | null | undefined;
    autoplayNext: boolean | undefined;
    captionStyle: CaptionStyle | null | undefined;
  },
): Promise<Profile> {
  if (changes.name !== undefined) checkName(changes.name);
  await checkAvatar(context, changes.avatarId);
  const row = await context.db.transaction(async (tx) => {
    await lockHousehold(tx, householdId);
    const own = await repo.listProfiles(tx, householdId);
    const found = own.find((other) => other.id === id) ?? fail('not_found');
    if (found.pinHash !== null && enteredProfileId === undefined) fail('profile_required');
    const { name } = changes;
    if (name !== undefined && own.some((other) => other.id !== id && sameName(other.name, name)))
      failField('name', 'name_taken');
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    return given.length ? repo.setProfile(tx, found, Object.fromEntries(given)) : found;
  });
  await announceChange(context, householdId);
  return presentProfile(row);
}

/**
 * Deletes a profile permanently. Deleting a profile with limits or a PIN needs re-authentication as an adult.
 * So does deleting from a profile with limits: a child could remove its own limits that way.
 */
export async function removeProfile(
  context: Context,
  user: SignedInUser,
  id: string,
  reauthentication: OwnerReauthentication,
): Promise<void> {
  const before = await listLimited(context.db, user.householdId);
  const target = before.find((row) => row.id === id) ?? fail('not_found');
  const entered = before.find((row) => row.id === user.enteredProfileId);
  if (before.length === 1) fail('last_profile');
  if (user.asksParentPin || target.pinHash !== null || isLimited(target) || (entered && isLimited(entered)))
    await requireOwner(context, user, reauthentication);
  const ended = await context.db.transaction(async (tx) => {
    // Users are locked before their household, as everywhere.
    await lockUsers(tx, { householdId: user.householdId });
    await lockHousehold(tx, user.householdId);
    const own = await repo.listProfiles(tx, user.householdId);
    const held = own.find((row) => row.id === id) ?? fail('not_found');
    const rest = own.filter((row) => row.id !== id);
    if (rest.length === 0) fail('last_profile');
    if (rest.every((row) => row.isKid)) fail('last_adult');
    // Devices in a deleted kids profile are signed out: otherwise they could use the account without the parent PIN.
    const signedOut = held.isKid
      ? await endSessions(tx, context, { householdId: user.householdId }, { inProfile: id })
      : [];
    await deleteProfile(tx, context, held);
    return signedOut;
  });
  if (ended.length > 0) await announceEnded(context, user.householdId);
  await announceChange(context, user.householdId);
}

/**
 * Sets or removes a profile's PIN. It requires the password, never the old PIN, so a forgotten PIN can be
 * replaced. Other devices in the profile have to choose a profile again. Devices in a kids profile do not:
 * outside of it they could use the account.
 */
export async function setPin(
  context: Context,
  user: SignedInUser,
  id: string,
  pin: string | null,
  password: string | undefined,
): Promise<Profile> {
  const own = (await repo.findProfile(context.db, user.householdId, id)) ?? fail('not_found');
  await requirePassword(context, user, password);
  const pinHash = pin === null ? null : await hashPassword(pin);
  const row = await context.db.transaction(async (tx) => {
    const changed = await repo.setProfile(tx, own, { pinHash });
    await forgetGuesses(tx, { profileId: id });
    if (pinHash !== null && !changed.isKid) await closeProfile(tx, context, id, user.sessionId);
    return changed;
  });
  await announceChange(context, user.householdId);
  return presentProfile(row);
}

/** Sets or removes the parent PIN, which is required to leave a kids profile. */
export async function setParentPin(
  context: Context,
  user: SignedInUser,
  pin: string | null,
  password: string | undefined,
): Promise<void> {
  await requirePassword(context, user, password);
  const parentPinHash = pin === null ? null : await hashPassword(pin);
  await context.db.transaction(async (tx) => {
    await setHousehold(tx, user.householdId, { parentPinHash });
    await forgetGuesses(tx, { householdId: user.householdId });
  });
  await announceChange(context, user.householdId);
}

interface Restrictions {
  isKid: boolean;
  age: number | null;
  maturity: Maturity;
  hours: ViewingHours;
  zone: string;
  blocked: string[];
}

/** Fails unless each window ends after it begins. */
function checkHours(hours: ViewingHours): void {
  for (const [days, window] of Object.entries(hours))
    if (window && window.from >= window.until) failField(`hours.${days}.until`, 'hours_order');
}

function checkZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    failField('zone', 'zone');
  }
}

/** Replaces all limits of a profile at once. */
export async function setRestrictions(
  context: Context,
  user: SignedInUser,
  id: string,
  wanted: Restrictions,
  reauthentication: OwnerReauthentication,
): Promise<LimitedProfile> {
  const before = (await listLimited(context.db, user.householdId)).find((own) => own.id === id);
  if (!before) fail('not_found');
  if (wanted.isKid && wanted.age === null) failField('age', 'required');
  if (wanted.isKid && wanted.maturity > kidsCeiling) failField('maturity', 'kid_maturity');
  checkHours(wanted.hours);
  checkZone(wanted.zone);
  await requireOwner(context, user, reauthentication);
  const changed = await context.db.transaction(async (tx) => {
    await lockHousehold(tx, user.householdId);
    const own = await repo.listProfiles(tx, user.householdId);
    const held = own.find((row) => row.id === id) ?? fail('not_found');
    if (wanted.isKid && own.every((row) => row.id === id || row.isKid)) fail('last_adult');
    if (!(await repo.setBlocked(tx, held, wanted.blocked))) failField('blocked', 'exists');
    await setHousehold(tx, user.householdId, { zone: wanted.zone });
    const row = await repo.setProfile(tx, held, {
      isKid: wanted.isKid,
      age: wanted.isKid ? wanted.age : null,
      maturity: wanted.maturity,
      hours: wanted.hours,
    });
    return presentLimited({ ...before, ...row, blockedCount: new Set(wanted.blocked).size });
  });
  await announceChange(context, user.householdId);
  return changed;
}

/**
 * Whether entering a profile requires the parent PIN. It does when the device leaves a kids profile, and when
 * it enters an adult's profile before a secret was entered on it (`asksParentPin`). In the second case a
 * child may be at the device. The browser may still be signed in to the provider that started the session, so
 * that logging out and in again needs no secret. Or a new PIN has just removed the device from the profile.
 */
function takesParentPin(user: SignedInUser, target: repo.ProfileRow): boolean {
  if (user.enteredProfileId === target.id) return false;
  return user.inKidsProfile || (user.asksParentPin && !target.isKid);
}

/**
 * Enters a profile of the household in this session. A profile with a PIN requires it. When the household has
 * a parent PIN, a profile that is not a child's may require that too (`takesParentPin`). After too many
 * failed attempts either requires the password.
 */
export async function enterProfile(
  context: Context,
  user: SignedInUser,
  profileId: string,
  pins: { pin: string | undefined; parentPin: string | undefined; password: string | undefined },
): Promise<Profile> {
  const row = (await repo.findProfile(context.db, user.householdId, profileId)) ?? fail('not_found');
  const { hasParentPin } = await getHousehold(context.db, user.householdId);
  if (hasParentPin && takesParentPin(user, row))
    await requireParentPin(context, user, { parent_pin: pins.parentPin, password: pins.password });
  if (row.pinHash !== null) await requireProfilePin(context, user, row, pins);
  await setEntered(context.db, user.sessionId, row.id);
  return presentProfile(row);
}

/** The pictures that a profile may choose, in their groups. */
export async function listAvatars(context: Context, locale: Locale): Promise<AvatarGroup[]> {
  const groups = new Map<string, AvatarGroup>();
  for (const row of await repo.listAvatars(context.db)) {
    const [groupName, name] = locale === 'ko' ? [row.groupKo, row.nameKo] : [row.groupEn, row.nameEn];
    const group = groups.get(groupName) ?? { name: groupName, avatars: [] };
    groups.set(groupName, group);
    group.avatars.push({ id: row.artworkId, name, avatar: avatarAddress(row.artworkId) });
  }
  return [...groups.values()];
}

/** The limits that a new profile begins with: a child's by its age. */
const firstLimits = (isKid: boolean, age: number | null) =>
  ({ isKid, age: isKid ? age : null, maturity: isKid ? ceilingForAge(age ?? 0) : 19 }) as const;

/** Adds a profile of the household that a preview is shown to: a child's where it has an age. */
export async function addPreviewProfile(
  tx: Queryable,
  householdId: string,
  { id, name, age }: { id: string; name: string; age: number | null },
): Promise<void> {
  await repo.insertProfile(tx, { id, householdId, name, ...firstLimits(age !== null, age) });
}

/** Makes the first profile of a new household, with the user's name as far as it fits. */
export async function insertFirstProfile(
  tx: Queryable,
  householdId: string,
  username: string,
): Promise<void> {
  const name = [...letters.segment(username)]
    .slice(0, maxNameLength)
    .map(({ segment }) => segment)
    .join('');
  await repo.insertProfile(tx, { householdId, name });
}

/**
 * Deletes a profile with its list, ratings, blocked titles and progress. Its playback sessions end; they
 * still count in the reports.
 */
async function deleteProfile(tx: Transaction, context: Context, row: Owned<repo.ProfileRow>): Promise<void> {
  await context.hooks.profileLeft(tx, { profileId: row.id, removed: true }, context.now());
  await leaveProfile(tx, row.id);
  await repo.deleteProfile(tx, row);
}

/** Removes all devices but one from a profile and ends their playback, because their users are unknown. */
async function closeProfile(tx: Transaction, context: Context, id: string, exceptSession: string) {
  await context.hooks.profileLeft(tx, { profileId: id, exceptSession }, context.now());
  await leaveProfile(tx, id, exceptSession);
}
