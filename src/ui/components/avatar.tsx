import { useState } from 'react';
import { imageWidths } from '../../contract/images.ts';
import { cx } from '../class-names.ts';

const [small, large] = imageWidths.avatar;

/** A profile's picture, or its first letter where there is none. The name stands beside it or on its control. */
export function Avatar({
  profile,
  className,
}: {
  profile: { name: string; avatar: string };
  className?: string;
}) {
  const [failed, setFailed] = useState('');
  const usable = profile.avatar && failed !== profile.avatar;
  return (
    <span
      className={cx(
        'relative grid shrink-0 place-items-center overflow-hidden bg-raised font-bold',
        className,
      )}
      aria-hidden="true"
    >
      {usable ? (
        <picture>
          <source
            type="image/avif"
            srcSet={`${profile.avatar}/${small}.avif 1x, ${profile.avatar}/${large}.avif 2x`}
          />
          <img
            src={`${profile.avatar}/${large}.webp`}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full object-cover"
            onError={() => setFailed(profile.avatar)}
          />
        </picture>
      ) : (
        [...profile.name][0]
      )}
    </span>
  );
}
