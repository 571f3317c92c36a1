/** The look of a link that chooses one part of a list; the one that is open is marked. */
export const chip =
  'inline-flex h-9 shrink-0 items-center gap-1.5 rounded-full bg-raised px-4 text-14 font-semibold text-quiet transition-colors hover:text-text [&[aria-current=page]]:bg-text [&[aria-current=page]]:text-ground';
