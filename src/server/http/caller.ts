/** Who is calling, found once per request from the bearer token and the profile the call names. */
import type { StaffAction, StaffModule } from '../../contract/admin/permissions.ts';
import type { Viewer } from '../modules/catalog/entitlement.ts';
import { fail } from './errors.ts';

export interface SignedInUser {
  id: string;
  householdId: string;
  sessionId: string;
  /** The profile last entered on this device, while it exists. */
  enteredProfileId: string | undefined;
  /** It is a kids profile: the session is that profile's alone until a grown-up leads out of it. */
  inKidsProfile: boolean;
  /** Nobody has shown to be a grown-up: entering a grown-up's profile first takes the parent PIN, and no call may name one. */
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
