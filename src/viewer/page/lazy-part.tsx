import { Trans } from '@lingui/react/macro';
import { type ComponentType, lazy, useEffect } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { useBackOnline } from '../../ui/online.ts';
import { scriptLoader } from '../../ui/script-loader.ts';
import { makeStore, useStore } from '../../ui/store.ts';

type Script<K extends string, P> = () => Promise<{ [name in K]: ComponentType<P> }>;

/** Stands in for a part whose script could not be fetched. */
type Substitute<P> = ComponentType<{ part: P; onRetry: () => void }>;

/**
 * A part of a page whose code is fetched when it is first wanted. The page does without it when its script does not come, as
 * after a new release that has others. The script is fetched again when the part is next wanted or the connection returns.
 */
export const lazyPart = <K extends string, P extends object>(load: Script<K, P>, name: K) =>
  orElse(load, name, () => null);

/** The same for a part that the viewer requested. A message shows the failure as long as the part is open. */
export const lazyAnswer = <K extends string, P extends object>(
  load: Script<K, P>,
  name: K,
  isOpen: (props: P) => boolean = () => true,
) => orElse(load, name, ({ part, onRetry }) => isOpen(part) && <NotLoaded onRetry={onRetry} />);

function orElse<K extends string, P extends object>(
  load: Script<K, P>,
  name: K,
  Otherwise: Substitute<P>,
): ComponentType<P> {
  const script = scriptLoader(load, name);
  const fetchIt = () =>
    lazy<ComponentType<P>>(() =>
      script().then(
        (found) => ({ default: found[name] }),
        () => ({ default: Missing }),
      ),
    );
  const part = makeStore(fetchIt());
  let hasRetried = false;
  const retry = () => {
    hasRetried = true;
    part.set(fetchIt());
  };
  function Missing(props: P) {
    useEffect(() => {
      const failed = part.get();
      // The next time that the part is wanted, its script is fetched again.
      return () => {
        if (part.get() === failed) part.set(fetchIt());
      };
    }, []);
    useBackOnline(retry);
    // A script that this part needs may be the one that failed: then only a new document fetches it again.
    return <Otherwise part={props} onRetry={hasRetried ? () => location.reload() : retry} />;
  }
  return function Part(props: P) {
    const Fetched = useStore(part);
    return <Fetched {...props} />;
  };
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="fixed top-(--header) right-(--gutter) z-50 mt-2 flex items-center gap-4 rounded-md bg-raised p-4"
    >
      <Trans>페이지의 일부를 불러오지 못했어요</Trans>
      <Button look="primary" onClick={onRetry}>
        <Trans>다시 시도하기</Trans>
      </Button>
    </div>
  );
}
