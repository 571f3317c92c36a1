import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ImageKind, imageRatio, imageWidths } from '../../contract/images.ts';
import type { Image } from '../../contract/wire.ts';
import { cx } from '../class-names.ts';

interface PictureProps {
  image: Image | null;
  kind: ImageKind;
  /** How wide the picture is rendered, as the `sizes` attribute wants it. */
  sizes: string;
  alt?: string;
  /** The first thing seen: fetched at once and before others. Everything else waits until it is near the screen. */
  eager?: boolean;
  /** Fill the parent instead of keeping the kind's own proportions. */
  fill?: boolean;
  onLoad?: () => void;
  className?: string;
  children?: ReactNode;
}

const srcSet = (image: Image, kind: ImageKind, format: string) =>
  imageWidths[kind].map((width) => `${image.url}/${width}.${format} ${width}w`).join(', ');

/**
 * Artwork in a box of fixed proportions: its dominant colour until it has arrived, a drawn placeholder when it never
 * does.
 */
export function Picture({
  image,
  kind,
  sizes,
  alt = '',
  eager,
  fill,
  onLoad,
  className,
  children,
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const element = useRef<HTMLImageElement>(null);
  const arrived = useRef(onLoad);
  arrived.current = onLoad;
  // In a server-rendered page the picture may have loaded or failed before its event listeners were attached.
  useEffect(() => {
    const img = element.current;
    if (!img?.complete || !image) return;
    if (img.naturalWidth > 0) arrived.current?.();
    else if (img.currentSrc) setFailed(image.url);
  }, [image]);
  const widths = imageWidths[kind];
  const shown = image && failed !== image.url ? image : null;
  return (
    <div
      className={cx('overflow-hidden bg-raised', fill ? 'absolute inset-0' : 'relative', className)}
      style={{
        aspectRatio: fill ? undefined : imageRatio[kind],
        backgroundColor: shown ? shown.color : undefined,
      }}
    >
      {shown ? (
        <picture>
          <source type="image/avif" srcSet={srcSet(shown, kind, 'avif')} sizes={sizes} />
          <img
            ref={element}
            src={`${shown.url}/${widths[1] ?? widths[0]}.webp`}
            srcSet={srcSet(shown, kind, 'webp')}
            sizes={sizes}
            alt={alt}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : undefined}
            decoding={eager ? 'sync' : 'async'}
            draggable={false}
            onLoad={onLoad}
            onError={() => setFailed(shown.url)}
            className={cx(
              'absolute inset-0 size-full object-cover',
              // A banner leaves its left to the words: what is cut away comes from there and from the ground.
              fill && kind === 'banner' && 'object-[78%_8%] tablet:object-[60%_8%]',
            )}
          />
        </picture>
      ) : (
        <Placeholder alt={alt} />
      )}
      {children}
    </div>
  );
}

/** Rendered where artwork is missing: the roof and floor of the mark, faint. */
function Placeholder({ alt }: { alt: string }) {
  return (
    <div
      className="absolute inset-0 grid place-items-center bg-linear-to-br from-raised to-surface"
      data-placeholder=""
    >
      {alt && <span className="sr-only">{alt}</span>}
      <svg viewBox="0 0 32 32" className="w-1/4 max-w-24 text-line" aria-hidden="true" focusable="false">
        <path
          d="M4 13 16 6l12 7M7 18.5h18M7 23h18M7 27.5h18"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}
