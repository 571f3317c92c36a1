import { useText } from '../../i18n/i18n-provider.ts';
import type { RowOf } from '../../names.ts';
import { type RowState, rowStates } from './states.ts';

/** What became of an import's rows, in a line. */
export function Counts({ file: { counts, undone } }: { file: RowOf<'imports'> }) {
  const text = useText();
  if (undone) return <>{text('import.undone')}</>;
  if (!counts) return null;
  return (
    <>
      {(Object.keys(rowStates) as RowState[])
        .filter((state) => counts[state] > 0)
        .map((state) => `${text(rowStates[state].text)} ${counts[state]}`)
        .join(' · ')}
    </>
  );
}
