import { useLingui } from '@lingui/react/macro';

/** The film waits for data. At its start a word says so as well. */
export function Waiting({ isStart }: { isStart: boolean }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      aria-label={isStart ? undefined : t`불러오는 중`}
      className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-4 text-16 font-semibold drop-shadow-md"
    >
      <span className="size-16 animate-spin rounded-full border-4 border-text/25 border-t-text" />
      {isStart && <p>{t`불러오는 중`}</p>}
    </div>
  );
}
