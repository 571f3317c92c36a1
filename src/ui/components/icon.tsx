import { cx } from '../class-names.ts';

const paths = {
  play: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.9-6.8a.8.8 0 0 0 0-1.4L9.2 4.5a.8.8 0 0 0-1.2.7Z',
  premium: 'M4.2 7.6 8 11l4-6 4 6 3.8-3.4a.5.5 0 0 1 .8.5L19 17.5H5L3.4 8.1a.5.5 0 0 1 .8-.5ZM5 19h14v1.5H5z',
  more: 'M10.2 5.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0ZM10.2 12a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0ZM10.2 18.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0Z',
  pause: 'M7 4.5h3.4v15H7zM13.6 4.5H17v15h-3.4z',
} as const;

const strokes = {
  /** Three strokes that form the letter A. */
  apps: 'M13.5 4 6 17.5M10.5 4 18 17.5M4 14.5h16',
  plus: 'M12 5v14M5 12h14',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'm6 6 12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'm14.5 5-7 7 7 7',
  right: 'm9.5 5 7 7-7 7',
  down: 'm5.5 9 6.5 6.5L18.5 9',
  info: 'M12 11v6M12 7.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  like: 'M7 11v9H4v-9h3Zm0 0 4-8c1.5 0 2.6 1.2 2.4 2.7L13 9h5.3a2 2 0 0 1 2 2.4l-1.3 7a2 2 0 0 1-2 1.6H7',
  dislike: 'M17 13V4h3v9h-3Zm0 0-4 8c-1.5 0-2.6-1.2-2.4-2.7L11 15H5.7a2 2 0 0 1-2-2.4l1.3-7A2 2 0 0 1 7 4h10',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 19V5L7.5 9.5H4ZM16 9.5l5 5M21 9.5l-5 5',
  lock: 'M6.5 10.5h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  user: 'M16 8.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20a7.5 7.5 0 0 1 15 0',
  edit: 'M4 20h4.5L20 8.5a2.1 2.1 0 0 0 0-3L18.5 4a2.1 2.1 0 0 0-3 0L4 15.5V20ZM13.5 6l4.5 4.5',
  trash: 'M4 7h16M9.5 7V4.5h5V7M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5',
  logout:
    'M14 8V5.5a1 1 0 0 0-1-1H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V16M10 12h10m0 0-3-3m3 3-3 3',
  search: 'M16 16l5 5M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
  clock: 'M12 7v5.5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  card: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM3 10h18M6.5 14.5h4',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5h4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
} as const;

export type IconName = keyof typeof paths | keyof typeof strokes;

const isFilled = (name: IconName): name is keyof typeof paths => name in paths;

/** A picture beside or instead of words; always hidden from screen readers, the control it is in has the name. */
export function Icon({ name, size = 24, className }: { name: IconName; size?: number; className?: string }) {
  const filled = isFilled(name);
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0', className)}
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={isFilled(name) ? paths[name] : strokes[name]} />
    </svg>
  );
}
