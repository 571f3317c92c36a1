import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useState } from 'react';
import type { Suggestion } from '../../../contract/viewer/search.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { detailsLink } from '../../links.ts';
import { useSettled } from '../../use-settled.ts';
import { watchLink } from '../playback/use-play.ts';
import { historyQuery, suggestionsQuery } from './search.queries.ts';
import { noteSuggested } from './searched.ts';

/** Suggestions are fetched so long after the last letter. */
const settledMs = 120;
const maxTerms = 3;
const maxRecent = 8;

interface SuggestionsProps {
  /** The id the input controls, and before each option's number. */
  id: string;
  text: string;
  input: RefObject<HTMLInputElement | null>;
  onSearch: (q: string) => void;
  onClose: () => void;
  /** Tells the input which option is chosen, and whether there is a list. */
  onChoose: (optionId: string | undefined, shown: boolean) => void;
}

type Option = { key: string; open: () => void } & (
  | { kind: 'term'; term: string }
  | { kind: 'find'; find: Suggestion }
);

/** The list under the search box: earlier searches, and the first finds for the typed text. */
export function Suggestions({ id, text, input, onSearch, onClose, onChoose }: SuggestionsProps) {
  const { t } = useLingui();
  const context = useApp();
  const router = useRouter();
  const q = useSettled(text.trim(), settledMs);
  const history = useQuery({ ...historyQuery(context, q), placeholderData: keepPreviousData });
  const suggestions = useQuery({ ...suggestionsQuery(context, q), placeholderData: keepPreviousData });
  /** The chosen option of the list for a text: the list of another text has none yet. */
  const [chosen, setChosen] = useState({ text, index: -1 });

  const terms = history.data?.data.slice(0, q ? maxTerms : maxRecent) ?? [];
  const finds = q ? (suggestions.data?.data ?? []) : [];
  const open = (find: Suggestion) => {
    noteSuggested(context, find.name, find);
    if (find.type === 'c') void router.navigate({ to: '/cast/$id', params: { id: find.slug } });
    else if (find.type === 't' || find.type === 'r')
      void router.navigate(watchLink({ type: find.type, id: find.slug }));
    else if (find.type === 'y')
      void router.navigate({ to: '/watch/$type/$id', params: { type: 'y', id: find.id } });
    else
      void router.navigate(
        detailsLink({ ...find, type: find.type === 'm' ? 'm' : find.type === 'e' ? 'e' : 's' }),
      );
  };
  const options: Option[] = [
    ...terms.map((term) => ({
      key: `term ${term}`,
      kind: 'term' as const,
      term,
      open: () => onSearch(term),
    })),
    ...finds.map((find) => ({
      key: `${find.type} ${find.id}`,
      kind: 'find' as const,
      find,
      open: () => open(find),
    })),
  ];
  const count = options.length;
  const active = chosen.text === text && chosen.index < count ? chosen.index : -1;
  const choose = (index: number) => setChosen({ text, index });

  useEffect(() => {
    onChoose(active >= 0 ? `${id}-${active}` : undefined, count > 0);
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, count, id, onChoose]);

  useEffect(() => {
    const field = input.current;
    if (!field || count === 0) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // While a syllable is being put together the keys are the input method's.
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowDown') choose(active >= count - 1 ? -1 : active + 1);
      else if (event.key === 'ArrowUp') choose(active < 0 ? count - 1 : active - 1);
      else if (event.key === 'Enter' && active >= 0) {
        onClose();
        options[active]?.open();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  });

  if (count === 0) return null;
  return (
    <div className="absolute inset-x-(--gutter) top-full mt-2 desktop:inset-x-0 max-h-[min(70dvh,560px)] animate-pop overflow-y-auto rounded-md border border-line bg-surface py-2 shadow-panel">
      {!q && (
        <p className="px-4 pt-1 pb-2 text-12 font-semibold text-quiet" aria-hidden="true">
          <Trans>최근 검색어</Trans>
        </p>
      )}
      <div id={id} role="listbox" tabIndex={-1} aria-label={q ? t`검색어 제안` : t`최근 검색어`}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={cx(
              'flex cursor-pointer items-center gap-3 px-4 py-2',
              index === active ? 'bg-raised' : 'hover:bg-raised/60',
            )}
            // The field keeps the focus, so that the list does not close before the press counts.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onClose();
              option.open();
            }}
          >
            {option.kind === 'term' ? (
              <>
                <Icon name="clock" size={20} className="text-quiet" />
                <span className="min-w-0 flex-1 truncate">{option.term}</span>
              </>
            ) : (
              <Find find={option.find} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function Find({ find }: { find: Suggestion }) {
  const person = find.type === 'c';
  return (
    <>
      <Picture
        image={find.image}
        kind={person ? 'avatar' : find.type === 'r' ? 'logo' : 'landscape'}
        sizes="72px"
        className={cx('shrink-0', person ? 'mx-4 w-10 rounded-full' : 'w-18 rounded-sm')}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{find.name}</span>
        <span className="block truncate text-12 text-quiet">{find.note}</span>
      </span>
    </>
  );
}
