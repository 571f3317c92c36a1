import { Trans } from '@lingui/react/macro';
import type { Profile } from '../../../contract/account/profiles.ts';
import { cx } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Icon, type IconName } from '../../../ui/components/icon.tsx';

/** What a tile of the profile grid is as wide as. */
export const tile = 'group/profile block w-28 rounded-lg p-1 text-center tablet:w-40';

const tileRing =
  'aspect-square w-full rounded-lg text-48 ring-2 ring-transparent ring-offset-4 ring-offset-ground transition-[box-shadow,transform,opacity] duration-200 group-hover/profile:scale-[1.04] group-hover/profile:ring-text';

const tileName =
  'mt-4 flex items-center justify-center gap-1 text-quiet transition-colors group-hover/profile:text-text group-focus-visible/profile:text-text tablet:text-18';

/** A profile's picture and name, as the grids of profiles show it; the control around it acts. */
export function ProfileTile({
  profile,
  badge,
  className,
}: {
  profile: Profile;
  /** A picture over its picture: what pressing it does. */
  badge?: IconName;
  className?: string | false;
}) {
  return (
    <>
      <span className="relative block">
        <Avatar profile={profile} className={cx(tileRing, className)} />
        {badge && (
          <span className="absolute inset-0 grid place-items-center rounded-lg bg-ground/55 transition-colors group-hover/profile:bg-ground/35">
            <span className="grid size-12 place-items-center rounded-full border-2 border-text bg-ground/70">
              <Icon name={badge} size={22} />
            </span>
          </span>
        )}
      </span>
      <span className={tileName}>
        <span className="truncate">{profile.name}</span>
        {profile.has_pin && <Icon name="lock" size={16} />}
      </span>
      {profile.is_kid && (
        <span className="mt-1 inline-block rounded-full bg-jade/15 px-2 text-12 font-semibold text-jade">
          <Trans>키즈</Trans>
        </span>
      )}
    </>
  );
}

/** The tile that leads to another profile. */
export function AddTile() {
  return (
    <>
      <span
        className={cx(
          tileRing,
          'grid place-items-center border-2 border-dashed border-line text-quiet group-hover/profile:text-text',
        )}
      >
        <Icon name="plus" size={40} />
      </span>
      <span className={tileName}>
        <Trans>프로필 추가</Trans>
      </span>
    </>
  );
}
