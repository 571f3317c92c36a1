const drawings = {
  play: (
    <path
      d="M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.9-6.8a.8.8 0 0 0 0-1.4L9.2 4.5a.8.8 0 0 0-1.2.7Z"
      fill="currentColor"
      stroke="none"
    />
  ),
  pause: <path d="M7 4.5h3.4v15H7zM13.6 4.5H17v15h-3.4z" fill="currentColor" stroke="none" />,
  replay: <path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v3.5H8" />,
  back: <path d="m14.5 5-7 7 7 7" />,
  sound: <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11" />,
  quiet: <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6" />,
  muted: <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5H4ZM16 9.5l5 5M21 9.5l-5 5" />,
  captions: (
    <>
      <path d="M4.5 5h15a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z" />
      <path d="M10.5 10.5a2 2 0 1 0 0 3M17 10.5a2 2 0 1 0 0 3" />
    </>
  ),
  settings: (
    <>
      <path d="M4 8h9M17.5 8H20M4 16h2.5M11 16h9" />
      <circle cx="15.2" cy="8" r="2.2" />
      <circle cx="8.8" cy="16" r="2.2" />
    </>
  ),
  expand: <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />,
  shrink: <path d="M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5" />,
  pip: (
    <>
      <path d="M4.5 5h15a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z" />
      <path d="M12.5 12h5v4h-5z" fill="currentColor" />
    </>
  ),
  next: <path d="m6 5 9.5 7L6 19V5ZM18.5 5v14" />,
  previous: <path d="m18 5-9.5 7 9.5 7V5ZM5.5 5v14" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  sleep: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />,
  channels: <path d="M4.5 6h15M4.5 12h15M4.5 18h9.5" />,
  up: <path d="m6 15 6-6 6 6" />,
  down: <path d="m6 9 6 6 6-6" />,
  rewind: <path d="M12 4.5a7.5 7.5 0 1 1-7.1 5.1M12 4.5 9 2M12 4.5 9 7" />,
  forward: <path d="M12 4.5a7.5 7.5 0 1 0 7.1 5.1M12 4.5 15 2M12 4.5 15 7" />,
} as const;

export type PlayerIconName = keyof typeof drawings;

/** A drawing of the player's own; ten-second jumps carry their figure inside. */
export function PlayerIcon({ name, size = 28 }: { name: PlayerIconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
      {(name === 'rewind' || name === 'forward') && (
        <text
          x="12"
          y="14.6"
          textAnchor="middle"
          fontSize="7"
          fontWeight="700"
          fill="currentColor"
          stroke="none"
          fontFamily="inherit"
        >
          10
        </text>
      )}
    </svg>
  );
}
