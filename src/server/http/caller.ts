/** Who is calling, found once per request from the bearer token and the profile the call names. */
import type { StaffAction, StaffModule } from '../../contract/admin/permissions.ts';
import type { Maturity } from '../../contract/wire.ts';
import { fail } from '../errors.ts';

/** Who asks. A guest has no profile and sees every grade, but plays nothing. */
export interface Viewer {
  profileId: string | undefined;
  /** The highest grade that may be seen. */
  maturity: Maturity;
  hasPlan: boolean;
  /** Country of the request, ISO 3166-1 alpha-2. */
  region: string;
  /** Whether this profile has blocked titles; only then are they looked up. */
  hasBlockedTitles: boolean;
  /** When the profile was last changed, in milliseconds: cached answers without its blocked titles end with that. */
  changedAt: number;
  /** Whether now lies in the profile's viewing hours. They limit playing alone: what there is may be looked at. */
  withinHours: boolean;
}

export interface SignedInUser {
  id: string;
  householdId: string;
  sessionId: string;
  /** The profile last entered on this device, while it exists. */
  enteredProfileId: string | undefined;
  /** It is a kids profile: the session is that profile's alone until a grown-up leads out of it. */
  inKidsProfile: boolean;
  /** No secret was entered in this session: an adult's profile takes the parent PIN first, and no call may name one. */
  asksParentPin: boolean;
}

export interface CurrentProfile {
  id: string;
  householdId: string;
  isKid: boolean;
}

export interface StaffMember {
  id: string;
  name: string;
  sessionId: string;
  /** Has still to set two-step sign-in up, and may do nothing until then. */
  twoStepLacking: boolean;
  /** Somebody else has given them their password: they have still to choose their own, and may do nothing until then. */
  passwordGiven: boolean;
  may(module: StaffModule, action: StaffAction): boolean;
}

export interface Caller {
  /** What the entitlement rule needs to know of this caller. */
  viewer: Viewer;
  user: SignedInUser | undefined;
  profile: CurrentProfile | undefined;
  staff: StaffMember | undefined;
}

/** Who is signed in; fails with `login_required` when nobody is. */
export const requireUser = ({ user }: Pick<Caller, 'user'>): SignedInUser => user ?? fail('login_required');

/** The member of staff who is signed in; fails with `login_required` when nobody is. */
export const requireStaff = ({ staff }: Pick<Caller, 'staff'>): StaffMember =>
  staff ?? fail('login_required');

/** What shared answers to this viewer depend on. Two viewers with the same text are shown the same lists. */
export function audienceKey(viewer: Viewer): string {
  const own = viewer.hasBlockedTitles ? `${viewer.profileId}@${viewer.changedAt}` : '';
  return `${viewer.maturity}|${viewer.region}|${viewer.hasPlan ? 'plan' : ''}|${own}`;
}
