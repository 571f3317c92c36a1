import { Trans } from '@lingui/react/macro';
import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { inTime } from '../in-time.ts';

type Script<K extends string, P> = () => Promise<{ [name in K]: ComponentType<P> }>;

/**
 * A part of a page whose code is fetched when it is first wanted. The page does without it when its script does not come, as
 * after a new release that has others; the next time that it is wanted, it is fetched anew.
 */
export const lazyPart = <K extends string, P extends object>(load: Script<K, P>, name: K) =>
  orElse(load, name, Nothing);

/** The same for what somebody asked for, who is told that it did not come as long as it is open. */
export const lazyAnswer = <K extends string, P extends object>(
  load: Script<K, P>,
  name: K,
  isOpen: (props: P) => boolean = () => true,
) => orElse(load, name, (props: P) => isOpen(props) && <NotLoaded />);

function orElse<K extends string, P extends object>(
  load: Script<K, P>,
  name: K,
  Otherwise: ComponentType<P>,
): ComponentType<P> {
  type Fetched = LazyExoticComponent<ComponentType<P>>;
  let fetched: Fetched | undefined;
  let loadNext = load;
  let tries = 0;
  const fetchIt = (): Fetched =>
    lazy<ComponentType<P>>(() =>
      inTime(loadNext()).then(
        (script) => ({ default: script[name] }),
        (error: unknown) => {
          const address = addressOfScript(error);
          tries += 1;
          const next = `${address}?${tries}`;
          if (address) loadNext = () => import(/* @vite-ignore */ next);
          return { default: Missing };
        },
      ),
    );
  function Missing(props: P) {
    useEffect(() => {
      fetched = undefined;
    }, []);
    return <Otherwise {...props} />;
  }
  return function Part(props: P) {
    const [Fetched] = useState(() => {
      fetched ??= fetchIt();
      return fetched;
    });
    return <Fetched {...props} />;
  };
}

/**
 * The address of a script that did not come, as Chromium and Firefox name it in their error. A document remembers for an
 * address that its module failed and does not ask again (HTML Standard, "fetch a single module script"), so that another try
 * needs another address. Safari's error names none: there the part comes with the next document.
 */
function addressOfScript(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const at = error.message.indexOf(`${location.origin}/`);
  return at < 0 ? undefined : error.message.slice(at).split('?')[0];
}

function Nothing() {
  return null;
}

function NotLoaded() {
  return (
    <div
      role="alert"
      className="fixed top-(--header) right-(--gutter) z-50 mt-2 flex items-center gap-4 rounded-md bg-raised p-4"
    >
      <Trans>페이지를 불러오지 못했어요</Trans>
      <Button look="primary" onClick={() => location.reload()}>
        <Trans>다시 시도하기</Trans>
      </Button>
    </div>
  );
}
