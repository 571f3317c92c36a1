/** The caller of a request, determined once per request from the bearer token and the profile that the call names. */
import type { FieldGroup, StaffAction, StaffModule } from '../../contract/admin/permissions.ts';
import type { Maturity } from '../../contract/wire.ts';
import { fail } from '../errors.ts';

/** The viewer of a request. A guest has no profile and sees every grade, but plays nothing. */
export interface Viewer {
  profileId: string | undefined;
  /** The highest grade that may be seen. */
  maturity: Maturity;
  hasPlan: boolean;
  /** Whether its plan removes video ads. */
  adFree: boolean;
  /** Country of the request, ISO 3166-1 alpha-2. */
  region: string;
  /** Whether this profile has blocked titles; only then are they looked up. */
  hasBlockedTitles: boolean;
  /** When the profile was last changed, in milliseconds: it is part of the cache key of responses without its blocked titles. */
  changedAt: number;
  /** Whether now lies in the profile's viewing hours. They limit only playback: the catalogue can still be browsed. */
  withinHours: boolean;
}

export interface SignedInUser {
  id: string;
  householdId: string;
  sessionId: string;
  /** The profile last entered on this device, while it exists. */
  enteredProfileId: string | undefined;
  /** It is a kids profile: the session may use only that profile until an adult leaves it with the parent PIN. */
  inKidsProfile: boolean;
  /** Nobody has shown to be an adult: entering an adult's profile first requires the parent PIN, and no call may name one. */
  asksParentPin: boolean;
}

export interface CurrentProfile {
  id: string;
  householdId: string;
  isKid: boolean;
}

/** Personal data that a member of staff has opened with a reason: of one record, or of a whole list. */
export interface OpenedData {
  resource: string;
  /** Null: the whole list. */
  recordId: string | null;
  reason: string;
}

export interface StaffMember {
  id: string;
  name: string;
  roleId: string;
  sessionId: string;
  /** Has to set up two-step sign-in first, and may do nothing else until then. */
  twoStepLacking: boolean;
  /** Somebody else has set their password: they have to choose their own first, and may do nothing else until then. */
  passwordGiven: boolean;
  may(module: StaffModule, action: StaffAction): boolean;
  /** Whether they may give others a permission, or change who has it: what they have, also while its module is switched off. */
  mayGrant(module: StaffModule, action: StaffAction): boolean;
  /** Groups of fields that their role may not read. */
  hiddenGroups: readonly FieldGroup[];
  /** The content partner whose records are all that they see; null for the service's own staff. */
  contentPartnerId: string | null;
  /** The personal data that is open to this session now. */
  opened: readonly OpenedData[];
}

const everyPermission = {
  may: () => true,
  mayGrant: () => true,
  hiddenGroups: [] as readonly FieldGroup[],
  contentPartnerId: null,
} satisfies Partial<StaffMember>;

/** Somebody with every permission, on everybody's records: for what goes with a change that they were permitted to make. */
export const withEveryPermission = (staff: StaffMember): StaffMember => ({ ...staff, ...everyPermission });

/** Whoever the service works for when no member of staff asks: has every permission, and no personal data open. */
export const nobodyAsking: StaffMember = {
  id: '',
  name: '',
  roleId: '',
  sessionId: '',
  twoStepLacking: false,
  passwordGiven: false,
  opened: [],
  ...everyPermission,
};

export interface Caller {
  /** What the entitlement rule needs to know of this caller. */
  viewer: Viewer;
  user: SignedInUser | undefined;
  profile: CurrentProfile | undefined;
  staff: StaffMember | undefined;
}

/** The signed-in user; fails with `login_required` when nobody is signed in. */
export const requireUser = ({ user }: Pick<Caller, 'user'>): SignedInUser => user ?? fail('login_required');

/** The signed-in member of staff; fails with `login_required` when nobody is signed in. */
export const requireStaff = ({ staff }: Pick<Caller, 'staff'>): StaffMember =>
  staff ?? fail('login_required');

/** What shared responses to this viewer depend on. Two viewers with the same text are shown the same lists. */
export function audienceKey(viewer: Viewer): string {
  const own = viewer.hasBlockedTitles ? `${viewer.profileId}@${viewer.changedAt}` : '';
  return `${viewer.maturity}|${viewer.region}|${viewer.hasPlan ? 'plan' : ''}|${viewer.adFree ? 'ad-free' : ''}|${own}`;
}
