import { useState } from 'react';
import { imageWidths } from '../../contract/images.ts';
import type { Image } from '../../contract/wire.ts';

/** A category's icon beside its name, which says it already; nothing where there is none, or where it cannot be had. */
export function CategoryIcon({ icon }: { icon: Image | null }) {
  const [failed, setFailed] = useState(false);
  if (!icon || failed) return null;
  const widths = (format: string) =>
    imageWidths.icon.map((width) => `${icon.url}/${width}.${format} ${width}w`).join(', ');
  return (
    <picture className="shrink-0">
      <source type="image/avif" srcSet={widths('avif')} sizes="20px" />
      <img
        src={`${icon.url}/${imageWidths.icon[0]}.webp`}
        srcSet={widths('webp')}
        sizes="20px"
        alt=""
        width={20}
        height={20}
        decoding="async"
        draggable={false}
        onError={() => setFailed(true)}
        className="size-5 rounded-sm"
      />
    </picture>
  );
}
