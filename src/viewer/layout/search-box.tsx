import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/components/icon.tsx';
import { SearchField } from './search-field.tsx';
import { useSearchBox } from './use-search-box.ts';

/**
 * The header's search box: a button that opens into a field. Enter searches; with nothing typed it leaves the search. A
 * press elsewhere closes it while it is empty; `/` opens it from anywhere.
 */
export function SearchBox() {
  const { t } = useLingui();
  const box = useSearchBox();
  const [focused, setFocused] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // On a small screen the field covers the header, but only while it is in use.
  const aside = !box.open || !focused;
  return (
    <>
      {aside && (
        <button
          ref={opener}
          type="button"
          aria-label={t`검색`}
          title={t`검색`}
          className={cx(
            'grid size-11 place-items-center rounded-full hover:bg-text/10',
            box.open && 'desktop:hidden',
          )}
          onClick={box.openBox}
        >
          <Icon name="search" />
        </button>
      )}
      {box.open && (
        <SearchField
          box={box}
          className={cx(
            'absolute inset-0 z-10 flex items-center bg-ground px-(--gutter) desktop:relative desktop:inset-auto desktop:block desktop:w-72 desktop:bg-transparent desktop:px-0 wide:w-84',
            aside && 'max-desktop:sr-only',
          )}
          onFocused={setFocused}
          onEscape={() => {
            if (box.isSearch) return;
            box.setOpen(false);
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      )}
    </>
  );
}
